/** A place at which the clock of the agent was set back, as both files show it. */
export type FoundClockStep = {
  /** Index of the first line of the chat window after it. */
  readonly line: number
  /** Index of the first message after it; null where the messages have no times. */
  readonly message: number | null
  /** What takes times before it to before those after it, milliseconds. */
  readonly byMs: number
}

type Times = readonly (number | null)[]
/** A place whose time is earlier than that of the place before. */
type Fall = { readonly at: number; readonly from: number; readonly to: number }

export type ClockSteps = {
  readonly steps: readonly FoundClockStep[]
  /** Lines that are older than the line before them by a second or more, where it was not the clock. */
  readonly disorder: readonly number[]
}

/** Without times of messages to confirm it, one fall in so many lines is taken for a clock and not for a disorder. */
const linesPerStep = 20
/** A gap that a step can hide in is at least this part of the messages. */
const messagesPerGap = 10
/** What falls by less may be two writers of one moment. */
export const leastFallMs = 1000

/**
 * Tells a clock that was set back from lines that stand in disorder: messages stand in the order of the conversation, so
 * where times fall over the same span in both files, it was the clock. No steps where most falls of the lines have no
 * counterpart.
 */
export function findClockSteps(lineTimes: Times, messageTimes: Times): ClockSteps {
  const lines = findFalls(lineTimes)
  const both = findStepsInBoth(lines, findFalls(messageTimes))
  const left = lines.filter(({ at }) => !both.some(({ line }) => line === at))
  const one = findStepsInOne(left, lineTimes.length, messageTimes)
  const isClock = (both.length + one.length) * 2 >= lines.length
  const steps = isClock ? [...both, ...one].toSorted((a, b) => a.line - b.line) : []
  const known = new Set(steps.map(({ line }) => line))
  const disorder = lines.flatMap(({ at, from, to }) => (known.has(at) || from - to < leastFallMs ? [] : [at]))
  return { steps, disorder }
}

/** Falls where messages have no times that could show them, and few of them: a disorder of the file has more. */
function findStepsInOne(lines: readonly Fall[], count: number, messageTimes: Times): FoundClockStep[] {
  const { length, end } = findLongestUntimed(messageTimes)
  if (lines.length * linesPerStep > count || length * messagesPerGap < messageTimes.length) return []
  const message = length === messageTimes.length ? null : end
  return lines.map(({ at, from, to }) => ({ line: at, message, byMs: from - to + 1 }))
}

/** The longest row without a time; `end` is the place behind it. */
function findLongestUntimed(times: Times): { readonly length: number; readonly end: number } {
  let longest = { length: 0, end: 0 }
  let length = 0
  times.forEach((ts, at) => {
    length = ts === null ? length + 1 : 0
    if (length > longest.length) longest = { length, end: at + 1 }
  })
  return longest
}

/** Falls that are next to each other in time, seen from both files. */
function findStepsInBoth(lines: readonly Fall[], messages: readonly Fall[]): FoundClockStep[] {
  const steps: FoundClockStep[] = []
  let last = -1
  for (const line of lines) {
    const message = findNearestFall(line, messages)
    if (message === null || message.at <= last || findNearestFall(message, lines) !== line) continue
    last = message.at
    const byMs = Math.max(line.from, message.from) - Math.min(line.to, message.to) + 1
    steps.push({ line: line.at, message: message.at, byMs })
  }
  return steps
}

/** Of the falls over a span that this one shares, the one that begins and ends nearest. */
function findNearestFall({ from, to }: Fall, falls: readonly Fall[]): Fall | null {
  let nearest: Fall | null = null
  let least = Infinity
  for (const fall of falls) {
    const distance = Math.abs(fall.from - from) + Math.abs(fall.to - to)
    if (fall.to >= from || to >= fall.from || distance >= least) continue
    nearest = fall
    least = distance
  }
  return nearest
}

/** The falls of some times, each against the time before it. */
export function findFalls(times: Times): readonly Fall[] {
  const falls: Fall[] = []
  let last: number | null = null
  times.forEach((ts, at) => {
    if (ts === null) return
    if (last !== null && ts < last) falls.push({ at, from: last, to: ts })
    last = ts
  })
  return falls
}
