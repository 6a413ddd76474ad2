import {
  alignRight,
  buildFacts,
  buildTable,
  buildText,
  type Block,
  type Fact,
} from '../../../../shared/document/document.ts'
import { formatCountWithNoun, formatCount } from '../../../../shared/kernel/format-count-with-noun.ts'
import { formatPercent, formatUsd } from '../../../../shared/kernel/format-figures.ts'
import { sum } from '../../../../shared/kernel/numbers.ts'
import type { CacheAudit, CauseSums, RecordedCache } from '../../../../shared/replay/cache-audit-types.ts'
import { cacheCauses } from '../../../../shared/replay/cache-audit-types.ts'
import {
  breakText,
  sortCausesByLoss,
  causeWords,
  describeLostToBreaks,
  findMainCause,
} from '../../../../shared/replay/cache-breaks-words.ts'
import type { ReplayedPolicy } from '../../../../shared/replay/contract.ts'

/** A task with what broke its cache, as recorded and under each policy that was played. */
export type AuditedTask = {
  readonly task: string
  readonly title: string
  readonly recorded: RecordedCache
  readonly arms: readonly Pick<ReplayedPolicy, 'id' | 'cache'>[]
}

type ArmSums = Pick<CacheAudit, 'tokens' | 'costUsd' | 'byCause'> & {
  readonly id: string
  readonly breaks: number
}

/** `cache --json`. The names are a promise to scripts; more may be added. */
export function buildCacheJson(tasks: readonly AuditedTask[]): Readonly<Record<string, unknown>> {
  const recorded = tasks.map((one) => one.recorded)
  const parts = recorded.map(measureExplainableParts)
  return {
    recorded: {
      breaks: tasks.flatMap(({ task, recorded: { breaks } }) => breaks.map((one) => ({ ...one, task }))),
      byCause: mergeCauses(recorded),
      explained: computeExplainedShare(parts),
      tokens: sum(recorded.map(({ tokens }) => tokens)),
      costUsd: sumKnownValues(recorded.map(({ costUsd }) => costUsd)),
    },
    arms: sumByArm(tasks),
    tasks: tasks.map(({ task, title, recorded: { breaks, ...own } }) => ({
      task,
      title,
      recorded: { ...own, breaks: breaks.length },
    })),
  }
}

/** `cache`: the answer first, then its causes, the breaks, and the policies. */
export function buildCacheDocument(tasks: readonly AuditedTask[]): readonly Block[] {
  const recorded = tasks.map((one) => one.recorded)
  const byCause = mergeCauses(recorded)
  const explained = computeExplainedShare(recorded.map(measureExplainableParts))
  const answer = describeLostToBreaks({
    breaks: recorded.flatMap((one) => one.breaks),
    byCause,
    explained,
    tokens: sum(recorded.map(({ tokens }) => tokens)),
    costUsd: sumKnownValues(recorded.map(({ costUsd }) => costUsd)),
    requests: sum(recorded.map(({ requests }) => requests)),
    readTokens: sum(recorded.map(({ readTokens }) => readTokens)),
  })
  return [
    buildText(answer),
    buildTable(
      ['cause', ...alignRight('breaks', 'tokens', 'lost'), 'what it is'],
      sortCausesByLoss(byCause).map(({ cause, n, tokens, costUsd }) => [
        causeWords[cause].label,
        formatCount(n),
        formatCount(tokens),
        formatUsd(costUsd),
        causeWords[cause].definition,
      ]),
    ),
    buildAccountFacts(recorded, explained),
    ...tasks.flatMap((one) => buildBreakBlocks(one, tasks.length > 1)),
    buildTable(
      ['policy', ...alignRight('breaks', 'tokens', 'lost'), 'main cause'],
      sumByArm(tasks).map((arm) => {
        const main = findMainCause(arm.byCause)
        return [
          arm.id,
          formatCount(arm.breaks),
          formatCount(arm.tokens),
          formatUsd(arm.costUsd),
          main === null ? '' : `${causeWords[main.cause].label} (${formatUsd(main.costUsd)})`,
        ]
      }),
    ),
  ]
}

function buildAccountFacts(recorded: readonly RecordedCache[], explained: number | null): Block {
  const sumPaid = (pick: (one: RecordedCache['paid']) => number): number =>
    sum(recorded.map((one) => pick(one.paid)))
  const countPaid = (pick: (one: RecordedCache['paid']) => number): string => formatCount(sumPaid(pick))
  const formatPaidUsd = (pick: (one: RecordedCache['paid']) => number | null): string =>
    formatUsd(sumKnownValues(recorded.map((one) => pick(one.paid))))
  const long = sumPaid(({ written1h }) => written1h)
  return buildFacts([
    [
      'paid input',
      [
        `${countPaid(({ total }) => total)} tokens that no cache gave`,
        `${countPaid((one) => one.newContent)} new content`,
        `${countPaid((one) => one.firstRequest)} of first requests`,
        `${countPaid((one) => one.rewritten)} paid again for a known cause`,
        `${countPaid((one) => one.unexplained)} paid again for no cause that is recorded`,
      ],
    ],
    [
      'written for 5 min',
      `${countPaid(({ written5m }) => written5m)} tokens, ${formatPaidUsd((one) => one.written5mUsd)}`,
    ],
    long > 0 && [
      'written for 1 h',
      `${formatCount(long)} tokens, ${formatPaidUsd((one) => one.written1hUsd)}`,
    ],
    ['read', `${formatCount(sum(recorded.map(({ readTokens }) => readTokens)))} tokens`],
    ['explained', explained === null ? 'nothing is cached' : formatPercent(100 * explained)],
    ['cache', [...new Set(recorded.map(({ style }) => style))]],
  ])
}

/** Breaks of a task that stand in a list; `--json` has all. */
const mostBreaks = 12

function buildBreakBlocks(
  { task, title, recorded: { breaks } }: AuditedTask,
  isNamed: boolean,
): readonly Block[] {
  if (breaks.length === 0) return []
  const dearest = breaks
    .toSorted((a, b) => (b.costUsd ?? 0) - (a.costUsd ?? 0) || b.tokens - a.tokens)
    .slice(0, mostBreaks)
    .toSorted((a, b) => a.request - b.request)
  const more = breaks.length - dearest.length
  return [
    ...(isNamed ? [{ kind: 'heading', text: title === '' ? task : title } as const] : []),
    buildFacts([
      ...dearest.map((one): Fact => [
        `request ${one.request}`,
        `${breakText(one)}${one.at === null ? '' : ` First difference: message #${one.at.message}, part ${one.at.part}.`}`,
      ]),
      more > 0 && ['and', `${formatCountWithNoun(more, 'smaller one')}, which --json lists`],
    ]),
  ]
}

/** Policies over all tasks, the one that lost least first. */
function sumByArm(tasks: readonly AuditedTask[]): readonly ArmSums[] {
  const played = tasks.flatMap(({ arms }) =>
    arms.flatMap(({ id, cache }) => (cache === undefined ? [] : { id, cache })),
  )
  return [...Map.groupBy(played, ({ id }) => id)]
    .map(([id, own]): ArmSums => {
      const audits = own.map(({ cache }) => cache)
      return {
        id,
        breaks: sum(audits.map(({ breaks }) => breaks.length)),
        tokens: sum(audits.map(({ tokens }) => tokens)),
        costUsd: sumKnownValues(audits.map(({ costUsd }) => costUsd)),
        byCause: mergeCauses(audits),
      }
    })
    .toSorted((a, b) => (a.costUsd ?? 0) - (b.costUsd ?? 0) || a.tokens - b.tokens)
}

function mergeCauses(audits: readonly Pick<CacheAudit, 'byCause'>[]): CauseSums {
  return Object.fromEntries(
    cacheCauses.flatMap((cause) => {
      const own = audits.flatMap(({ byCause }) => byCause[cause] ?? [])
      const sums = {
        n: sum(own.map(({ n }) => n)),
        tokens: sum(own.map(({ tokens }) => tokens)),
        costUsd: sumKnownValues(own.map(({ costUsd }) => costUsd)),
      }
      return own.length === 0 ? [] : [[cause, sums]]
    }),
  )
}

type Explained = { readonly whole: number; readonly unexplained: number }

/** What of a task a cause can explain; null where nothing is cached. */
function measureExplainableParts({ explained, paid }: RecordedCache): Explained | null {
  if (explained === null) return null
  const written = paid.written5m + paid.written1h
  return { whole: written > 0 ? written : paid.rewritten + paid.unexplained, unexplained: paid.unexplained }
}

function computeExplainedShare(parts: readonly (Explained | null)[]): number | null {
  const known = parts.filter((part) => part !== null)
  const whole = sum(known.map((part) => part.whole))
  if (known.length === 0) return null
  return whole === 0 ? 1 : 1 - Math.min(whole, sum(known.map(({ unexplained }) => unexplained))) / whole
}

function sumKnownValues(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : sum(known)
}
