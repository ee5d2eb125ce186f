// /privacy: what the owner says about people's data, as plain text in paragraphs.
import { queryOptions, useQuery } from "@tanstack/react-query";
import { Navigate } from "react-router";
import { ApiProblem, call } from "#web/api.ts";
import { useSite } from "#web/session.ts";
import { usePageTitle } from "#web/title.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Waiting } from "#web/ui/waiting.tsx";
import css from "./privacy.module.css";
import { privacyWords as words } from "#web/member/account/words.ts";

const privacyQuery = queryOptions({
  queryKey: ["privacy"],
  queryFn: ({ signal }) => call("getPrivacy", { signal }),
  retry: false,
});

export function PrivacyPage() {
  usePageTitle(words.title);
  const { site } = useSite();
  const { data, error } = useQuery(privacyQuery);
  if (error instanceof ApiProblem && error.status === 404) return <Navigate to="/404" replace />;
  if (error)
    return (
      <Notice kind="error" title={words.failedTitle}>
        {words.failed}
      </Notice>
    );
  if (!data) return <Waiting>{words.loading}</Waiting>;
  return (
    <article className={css.page}>
      <p className={css.over}>{site?.name}</p>
      <h1>{words.title}</h1>
      {data.text.split(/\n\s*\n/).map((paragraph, index) => (
        <p key={index} className={css.paragraph}>
          {paragraph}
        </p>
      ))}
      <p className={css.paragraph}>
        {data.heard_days > 0 ? words.heard.counted(data.heard_days) : words.heard.notCounted} {words.heard.own}
      </p>
    </article>
  );
}
