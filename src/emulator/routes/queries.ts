/** Query digests: the list, and one of them (QUERY-1 to QUERY-12). */
import { endpoints, maxQueryDigests } from "../../service";
import { ApiError, badField } from "../http/api-error";
import { absoluteTimeOf, readHosts, readQuery } from "../http/read-query";
import { limits } from "../limits";
import { textPattern } from "../rules/text-pattern";
import { type TagItem } from "../store/query-stores";
import { list, pageOf, type Route } from "./route";

const listQueries: Route = ({ environment, clock, query }) => {
  const asked = readQuery(endpoints.listQueries.query, query);
  return pageOf(
    environment.digests.find({
      from: absoluteTimeOf(asked.from, clock),
      until: absoluteTimeOf(asked.until, clock),
      isNew: asked.new ?? false,
      after: asked.offset === undefined ? undefined : asked.offset.toLowerCase().padStart(16, "0"),
      hosts: readHosts(asked.host),
      pattern: asked.filter === undefined ? undefined : textPattern(asked.filter),
      tags: tagItems(asked.tags ?? ""),
      limit: Math.min(asked.limit ?? maxQueryDigests, maxQueryDigests),
    }),
  );
};

function tagItems(text: string): TagItem[] {
  const items = text.split(" ").filter((item) => item !== "");
  if (items.length > limits.tagItems) throw badField(["tags"], `has more than ${limits.tagItems} items`);
  return items.map((item) => {
    const equals = item.indexOf("=");
    if (equals === -1) return { keyOrValue: item };
    return { key: item.slice(0, equals), value: item.slice(equals + 1) };
  });
}

const readOneQuery: Route = ({ environment, query, pathId = "" }) => {
  const { tags } = readQuery(endpoints.readQuery.query, query);
  const id = pathId.toLowerCase();
  const digest = /^[0-9a-f]{16}$/.test(id) ? environment.digests.get(id) : undefined;
  if (digest === undefined) {
    throw new ApiError(404, `There is no query with the id ${JSON.stringify(pathId)}.`, "query_id");
  }
  return list([tags === 1 ? { ...digest, tags: environment.digests.tagsOf(id) } : digest]);
};

export const queryRoutes = { listQueries, readQuery: readOneQuery };
