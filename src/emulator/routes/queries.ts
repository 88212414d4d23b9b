/** Lists and reads query digests, and lists query samples (QUERY-1 to QUERY-12, SAMPLE-1 to SAMPLE-3). */
import { endpoints, maxQueryDigests, type QuerySampleWire } from "../../service";
import { absoluteTime, ApiError, badField, readHostIds, readQuery } from "../http/input";
import { limits } from "../rules/checks";
import { type TagItem } from "../store/store";
import { listResponse, pageResponse, type Route } from "./route";

const listQueries: Route = ({ environment, clock, query }) => {
  const parameters = readQuery(endpoints.listQueries.query, query);
  const { offset, filter, limit = maxQueryDigests } = parameters;
  const pageSize = Math.min(limit, maxQueryDigests);
  if (filter !== undefined && filter.length > limits.filterLength)
    throw badField(["filter"], `is longer than ${limits.filterLength} characters`);
  return pageResponse(
    environment.digests.find({
      from: absoluteTime(parameters.from, clock),
      until: absoluteTime(parameters.until, clock),
      isNew: parameters.new ?? false,
      after: offset?.toLowerCase().padStart(16, "0"),
      hosts: readHostIds(parameters.host),
      filter,
      tags: parseTags(parameters.tags ?? ""),
      limit: pageSize + 1,
    }),
    pageSize,
  );
};

function parseTags(text: string): TagItem[] {
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
    throw new ApiError(404, `Query ${JSON.stringify(pathId)} does not exist.`, "query_id");
  }
  return listResponse([tags === 1 ? { ...digest, tags: environment.digests.tagsOf(id) } : digest]);
};

const listSamples: Route = ({ environment, clock, query }) => {
  const parameters = readQuery(endpoints.listSamples.query, query);
  const { detail = parameters.details, limit = limits.defaultSamples } = parameters;
  // Removes leading zeros.
  const queryId = BigInt(parameters.query).toString(10);
  const samples = environment.samples.find(queryId, {
    hosts: parameters.host === undefined ? undefined : [parameters.host],
    from: absoluteTime(parameters.from, clock),
    until: absoluteTime(parameters.until, clock),
    limit: Math.min(limit, limits.maxSamples),
  });
  return listResponse(detail === 1 ? samples.map(withoutDetail) : samples);
};

/** `detail=1` omits the details, as the specification shows (SAMPLE-3). */
function withoutDetail(sample: QuerySampleWire): Omit<QuerySampleWire, "text" | "plan"> {
  const { text: _, plan: __, ...rest } = sample;
  return rest;
}

export const queryRoutes = { listQueries, readQuery: readOneQuery, listSamples };
