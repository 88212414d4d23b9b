/** Links of the page: to the line of a definition, to a live alert, to runbooks, and anchors of alerts, which a comment can link to. */
import { createHash } from "node:crypto";
import { relative, resolve } from "node:path";
import { type Place } from "../../diagnostics";
import { webUrl } from "../../service";

/** Where links of a page lead to. */
export interface LinkOptions {
  /** URL with `{file}` and `{line}`. Default: that of the CI service that runs the command. */
  readonly codeUrl?: string | undefined;
  /** URL with `{id}` or `{name}`. */
  readonly alertUrl?: string | undefined;
}

export interface LinkTemplates extends LinkOptions {
  /** The folder that files of {@link codeUrl} are relative to. Default: the working directory. */
  readonly checkout?: string | undefined;
}

export function linkTemplates({ codeUrl, alertUrl }: LinkOptions, env: NodeJS.ProcessEnv): LinkTemplates {
  const { GITHUB_WORKSPACE: workspace, CI_PROJECT_DIR: project } = env;
  return { codeUrl: codeUrl ?? codeUrlInCi(env), alertUrl, checkout: workspace ?? project };
}

/**
 * https://docs.github.com/en/actions/reference/workflows-and-actions/variables, https://docs.gitlab.com/ci/variables/predefined_variables/
 */
function codeUrlInCi(env: NodeJS.ProcessEnv): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_SHA: sha } = env;
  if (server && repository && sha) return `${server}/${repository}/blob/${sha}/{file}#L{line}`;
  const { CI_PROJECT_URL: project, CI_COMMIT_SHA: commit } = env;
  return project && commit ? `${project}/-/blob/${commit}/{file}#L{line}` : undefined;
}

/** The address of the line that defines an alert. Undefined for a file outside of the checkout. */
export function codeUrl(
  { file, line = 1 }: Place,
  { codeUrl: code, checkout }: LinkTemplates,
): string | undefined {
  if (code === undefined || file === undefined) return undefined;
  const segments = relative(checkout || ".", resolve(file)).split(/[\\/]/);
  if (segments[0] === ".." || segments[0] === "") return undefined;
  const path = segments.map(encodeURIComponent).join("/");
  return webUrl(code.replaceAll("{file}", () => path).replaceAll("{line}", String(line)));
}

export function alertUrl(
  { id, name }: { readonly id?: number | undefined; readonly name: string },
  { alertUrl: alert }: LinkTemplates,
): string | undefined {
  if (alert === undefined || id === undefined) return undefined;
  return webUrl(
    alert
      .replaceAll("{id}", String(id))
      .replaceAll("{name}", () => encodeURIComponent(name.replace(/\p{Surrogate}/gu, "\ufffd"))),
  );
}

/**
 * Returns the anchor of an alert, which depends only on its name. Different names have different anchors, even if their letters agree.
 *
 * @example
 * alertAnchor("CPU usage is high"); // "cpu-usage-is-high-5b1a0c22f4"
 */
function alertAnchor(name: string): string {
  const slug = name
    .slice(0, 100)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 20);
  const hash = createHash("sha256").update(name).digest("hex").slice(0, 10);
  return slug === "" || /^\d/.test(slug) ? `alert-${slug}-${hash}` : `${slug}-${hash}`;
}

/** Anchors of one page. In a page of several environments, they start with the name of the environment. */
export class Anchors {
  readonly #used = new Map<string, number>();

  next(name: string, environment: string): string {
    const prefix = environment === "" ? "" : `${environment.replace(/[^A-Za-z0-9_-]+/g, "-")}--`;
    const anchor = `${prefix}${alertAnchor(name)}`;
    const count = (this.#used.get(anchor) ?? 0) + 1;
    this.#used.set(anchor, count);
    return count === 1 ? anchor : `${anchor}-${count}`;
  }
}
