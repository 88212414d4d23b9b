/** Consequences of a plan. Pure: the module has no I/O and no clock. */
export {
  Backtest,
  type BacktestInput,
  type BacktestResult,
  type Completeness,
  type ExceededLimit,
} from "./backtest";
export { backtestSentence, formatPeriod, historySentence } from "./backtest-sentence";
export {
  type AlertVersion,
  type BacktestSubject,
  subjectsOfChanges,
  subjectsOfDesired,
} from "./backtest-subject";
export { type FiringLimit } from "./firing-limit";
export { isSampleProblem, type Sample, SampleParser, type SampleProblem, samplesHeader } from "./samples";
