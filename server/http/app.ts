// Every plugin and every route file of the HTTP server, registered in one place.
import cookie from "@fastify/cookie";
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RouteOptions,
} from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { randomUUID } from "node:crypto";
import { createCollectionLists } from "#server/library/collections/collection.ts";
import { createSongLists } from "#server/library/songs/song-list.ts";
import type { Parts } from "#server/parts.ts";
import { Refusal } from "#server/refusal.ts";
import { registerAnswerTime } from "#server/http/load/answer-time.ts";
import { authRoutes } from "#server/http/routes/auth.ts";
import { cspReportRoutes, securityTxtRoutes } from "#server/http/routes/security.ts";
import { dataRoutes } from "#server/http/routes/people/data.ts";
import { registerDocs } from "#server/http/routes/docs.ts";
import { feedRoutes, ownFeedRoutes } from "#server/http/routes/feed/feed.ts";
import { registerGuard } from "#server/http/request/guard.ts";
import { apiHeaders, registerHeaders } from "#server/http/request/headers.ts";
import { guestRoutes } from "#server/http/routes/people/guests.ts";
import { historyRoutes } from "#server/http/routes/history.ts";
import { healthRoutes } from "#server/http/routes/health.ts";
import { extraRoutes } from "#server/http/routes/extras/extras.ts";
import { inboxRoutes, incomingRoutes } from "#server/http/routes/extras/inbox.ts";
import { collectionRoutes } from "#server/http/routes/collections/collections.ts";
import { userTeller } from "#server/http/routes/collections/tell-user.ts";
import { listRoutes, queueRoutes } from "#server/http/routes/lists/lists.ts";
import { registerLimits } from "#server/http/request/limits.ts";
import { registerOrigin } from "#server/http/request/origin.ts";
import { downloadRoutes } from "#server/http/routes/media/download.ts";
import { liveRoutes } from "#server/http/routes/live.ts";
import { mediaRoutes } from "#server/http/routes/media/media.ts";
import { memberRoutes } from "#server/http/routes/people/members.ts";
import { metricsRoutes } from "#server/http/measure/metrics.ts";
import { refuseNotHttp, registerPatience } from "#server/http/load/bad-clients.ts";
import { pageRoutes } from "#server/http/routes/page.ts";
import { heardRoutes } from "#server/http/routes/listening/heard.ts";
import { positionRoutes, savedRoutes } from "#server/http/routes/listening/positions.ts";
import { registerProblems, sendProblem } from "#server/http/request/problems.ts";
import { registerRequestLog } from "#server/http/measure/request-log.ts";
import { timeRequests, type RequestTimes } from "#server/http/measure/request-times.ts";
import { trustOnly } from "#server/http/request/proxies.ts";
import { retentionRoutes, storageRoutes, trashRoutes } from "#server/http/routes/trash.ts";
import { rememberRules } from "#server/http/request/route.ts";
import { makeServers } from "#server/http/load/server.ts";
import { checkUpRoutes } from "#server/http/routes/owner/check-up.ts";
import { connectionRoutes } from "#server/http/routes/owner/connections.ts";
import { choiceRoutes } from "#server/http/routes/notices/choices.ts";
import { momentRoutes } from "#server/http/routes/moments/moments.ts";
import { noticeRoutes } from "#server/http/routes/notices/notices.ts";
import { backupRoutes } from "#server/http/routes/owner/backups.ts";
import { lookRoutes, settingsRoutes } from "#server/http/routes/owner/settings.ts";
import { setUpRoutes } from "#server/http/routes/owner/setup.ts";
import { screenRoutes } from "#server/http/routes/screen/screen.ts";
import { siteRoutes } from "#server/http/routes/site.ts";
import { setListRoutes } from "#server/http/routes/songs/set-lists.ts";
import { searchRoutes } from "#server/http/routes/search.ts";
import { songRoutes } from "#server/http/routes/songs/songs.ts";
import { uploadRoutes } from "#server/http/routes/upload/upload.ts";
import { userRoutes } from "#server/http/routes/user.ts";
import { videoRoutes } from "#server/http/routes/video.ts";
import { compileValidator } from "#server/http/request/validate.ts";
import { webhookRoutes } from "#server/http/routes/webhooks.ts";
import { workRoutes } from "#server/http/routes/work.ts";
import { words } from "#server/http/request/words.ts";

interface AppOptions {
  /** The folder of the built page; without it only the API is served. */
  pageFolder?: string;
  /** Serves only health and metrics, for the programs that monitor a server. */
  isForMachinesOnly?: boolean;
  /** Recordings are prepared by other processes: parts prepared here during an upload would never be used. */
  isPreparedElsewhere?: boolean;
  /** True once the server has been told to stop. */
  isDraining?: () => boolean;
  /** Told of every route as it is declared. */
  onRoute?: (route: RouteOptions) => void;
  /** How long a connection may be idle, if not as usual. */
  keepAliveMs?: number;
}

export async function buildApp(parts: Parts, options: AppOptions = {}): Promise<FastifyInstance> {
  const { log } = parts;
  const times = timeRequests();
  const app = Fastify(fastifyOptions(parts, times, options.keepAliveMs));
  if (options.onRoute) app.addHook("onRoute", options.onRoute);

  registerProblems(app);
  rememberRules(app);
  registerAnswerTime(app);
  registerPatience(app);
  registerRequestLog(app, log, times);
  // only for setting cookies; reading a single one is cheaper in cookies.ts
  await app.register(cookie, { hook: false });
  registerHeaders(app, parts);
  registerOrigin(app, parts);
  await registerLimits(app, parts);
  registerGuard(app, parts);
  if (!options.isForMachinesOnly) await registerDocs(app, parts);

  healthRoutes(app, parts, options);
  metricsRoutes(app, parts, times);
  if (options.isForMachinesOnly) return app;
  siteRoutes(app, parts);
  const collectionLists = createCollectionLists(parts.db);
  const tellUser = userTeller(parts, collectionLists);
  userRoutes(app, parts, tellUser);
  dataRoutes(app, parts);
  positionRoutes(app, parts);
  savedRoutes(app, parts);
  heardRoutes(app, parts);
  listRoutes(app, parts);
  collectionRoutes(app, parts, collectionLists);
  queueRoutes(app, parts);
  authRoutes(app, parts);
  videoRoutes(app, parts);
  const songLists = createSongLists(parts.db);
  setListRoutes(app, parts, songLists);
  songRoutes(app, parts, songLists);
  searchRoutes(app, parts, songLists);
  trashRoutes(app, parts);
  extraRoutes(app, parts);
  retentionRoutes(app, parts);
  mediaRoutes(app, parts);
  downloadRoutes(app, parts);
  ownFeedRoutes(app, parts);
  feedRoutes(app, parts);
  momentRoutes(app, parts);
  screenRoutes(app, parts);
  await uploadRoutes(app, parts, options);
  workRoutes(app, parts);
  storageRoutes(app, parts);
  incomingRoutes(app, parts);
  inboxRoutes(app, parts);
  liveRoutes(app, parts);
  memberRoutes(app, parts);
  guestRoutes(app, parts, tellUser);
  historyRoutes(app, parts);
  webhookRoutes(app, parts);
  setUpRoutes(app, parts);
  settingsRoutes(app, parts);
  backupRoutes(app, parts);
  connectionRoutes(app, parts);
  lookRoutes(app, parts);
  checkUpRoutes(app, parts);
  noticeRoutes(app, parts);
  choiceRoutes(app, parts);
  cspReportRoutes(app);
  securityTxtRoutes(app, parts);
  if (options.pageFolder) await pageRoutes(app, parts, options.pageFolder);
  return app;
}

function fastifyOptions({ config, log }: Parts, times: RequestTimes, keepAliveMs?: number) {
  return {
    serverFactory: makeServers({ config, log, times, ...(keepAliveMs && { keepAliveMs }) }),
    loggerInstance: log as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // addresses that the router itself refuses never reach a hook
    frameworkErrors: (_error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
      // the rest of the request is not read
      reply.headers({ ...apiHeaders(config), connection: "close" });
      return sendProblem(request, reply, new Refusal("not-found", words.nothingHere));
    },
    clientErrorHandler: refuseNotHttp(config),
    // given at once, so that Fastify does not load its own
    schemaController: {
      compilersFactory: {
        buildValidator: () => compileValidator as never,
        buildSerializer: () => serializerCompiler as never,
      },
    },
    requestIdHeader: false as const,
    trustProxy: config.trustedProxies.length > 0 ? trustOnly(config.trustedProxies) : false,
    // a logger for each request costs more than most answers: lines name their request themselves
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    bodyLimit: 65_536,
    return503OnClosing: true,
    forceCloseConnections: "idle" as const,
    onProtoPoisoning: "error" as const,
    onConstructorPoisoning: "error" as const,
    exposeHeadRoutes: true,
    routerOptions: {
      caseSensitive: true,
      ignoreTrailingSlash: false,
      ignoreDuplicateSlashes: false,
      maxParamLength: 64,
    },
  };
}
