// GET /api/openapi.json, made from the contract, and GET /api/docs, the same for a person to read: no script, no assets.
import swagger from "@fastify/swagger";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Parts } from "#server/parts.ts";
import { allowPage } from "#server/http/request/headers.ts";

const config = { who: "anyone", limit: "reads" } as const;
const schema = { hide: true };

export async function registerDocs(app: FastifyInstance, parts: Pick<Parts, "config">): Promise<void> {
  // as they are at the start: the description is made once
  const { name, publicUrl } = parts.config;
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: { title: `${name} API`, version: "1" },
      servers: [{ url: publicUrl }],
    },
    transform: jsonSchemaTransform,
  });
  // one buffer for everyone, so that many slow readers cost no memory
  let document: Buffer | undefined;
  app.get("/api/openapi.json", { config, schema }, (_request, reply) => {
    document ??= Buffer.from(JSON.stringify(app.swagger()));
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/api/docs", { config, schema }, (_request, reply) => {
    const nonce = allowPage(reply, parts.config);
    return reply.send(renderDocs(app.swagger() as Document, nonce));
  });
}

interface Operation {
  summary?: string;
  description?: string;
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content?: Record<string, { schema?: unknown }> };
  responses?: Record<string, { content?: Record<string, { schema?: unknown }> }>;
}
interface Document {
  info: { title: string };
  paths?: Record<string, Record<string, Operation>>;
}

function renderDocs({ info, paths = {} }: Document, nonce: string): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => renderOperation(method, path, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escape(info.title)}</title><style nonce="${nonce}">
:root { color-scheme: light dark } body { font: 16px/1.5 system-ui; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h2 { font: 600 1rem ui-monospace, monospace; margin: 2rem 0 0 } pre { overflow: auto; padding: 1rem; border: 1px solid #8886; border-radius: 8px; font-size: .8rem }
</style></head><body><main><h1>${escape(info.title)}</h1>
<p>Made from <a href="/api/openapi.json">openapi.json</a>. Errors are problem+json with a <code>code</code> and a <code>request_id</code>.</p>
${operations.join("\n")}</main></body></html>`;
}

function renderOperation(method: string, path: string, operation: Operation): string {
  const parameters = (operation.parameters ?? []).map(
    (p) => `<li><code>${escape(p.name)}</code> in ${escape(p.in)}${p.required ? ", required" : ""}</li>`,
  );
  const body = operation.requestBody?.content?.["application/json"]?.schema;
  const response = operation.responses?.["200"]?.content?.["application/json"]?.schema;
  const block = (title: string, value: unknown) =>
    value
      ? `<details><summary>${title}</summary><pre tabindex="0">${escape(JSON.stringify(value, null, 2))}</pre></details>`
      : "";
  return `<section><h2>${escape(`${method.toUpperCase()} ${path}`)}</h2><p>${escape(operation.summary ?? "")}</p>
${parameters.length > 0 ? `<ul>${parameters.join("")}</ul>` : ""}${block("Request body", body)}${block("Response", response)}</section>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
