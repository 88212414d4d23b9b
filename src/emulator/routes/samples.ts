/** Samples of one query (SAMPLE-1 to SAMPLE-3). */
import { endpoints, type QuerySampleWire } from "../../service";
import { absoluteTimeOf, readQuery } from "../http/read-query";
import { limits } from "../limits";
import { list, type Route } from "./route";

const listSamples: Route = ({ environment, clock, query }) => {
  const asked = readQuery(endpoints.listSamples.query, query);
  const samples = environment.samples.find({
    // The same id may be written with zeros before it.
    query: BigInt(asked.query).toString(10),
    host: asked.host,
    from: absoluteTimeOf(asked.from, clock),
    until: absoluteTimeOf(asked.until, clock),
    limit: Math.min(asked.limit ?? limits.defaultSamples, limits.maximumSamples),
  });
  return list((asked.detail ?? asked.details) === 1 ? samples.map(withoutDetail) : samples);
};

function withoutDetail(sample: QuerySampleWire): Omit<QuerySampleWire, "text" | "plan"> {
  const { text: _, plan: __, ...rest } = sample;
  return rest;
}

export const sampleRoutes = { listSamples };
