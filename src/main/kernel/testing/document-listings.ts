/** Configurations of the provider design as they are printed there, names aside; by the section that lists them. */
const always = { type: 'always' }
const above = (tokenThreshold: number) => ({ type: 'conditional', condition: { tokenThreshold } })
const recent = (keepRecentCount: number) => ({ type: 'preserve_recent', keepRecentCount })
const percent = (keepPercentage: number) => ({ type: 'preserve_percent', keepPercentage })
const keep = { operation: 'keep' }
const suppress = { operation: 'suppress' }
const cutChars = (maxChars: number) => ({ operation: 'truncate', params: { truncate: { maxChars } } })
const cutLines = (maxLines: number) => ({ operation: 'truncate', params: { truncate: { maxLines } } })
const summarize = (apiProfile: string, maxTokens: number) => ({
  operation: 'summarize',
  params: { summarize: { apiProfile, maxTokens } },
})

const individual = (id: string, selection: object, execution: object, defaults: object) => ({
  id,
  name: id,
  selection,
  mode: 'individual',
  individualConfig: { defaults: { messageText: keep, toolParameters: keep, ...defaults } },
  execution,
})
const batch = (
  id: string,
  selection: object,
  execution: object,
  [keepFirst, keepLast]: [number, number],
) => ({
  id,
  name: id,
  selection,
  mode: 'batch',
  batchConfig: {
    operation: 'summarize',
    summarizationConfig: { apiProfile: 'gpt-4o-mini', keepFirst, keepLast },
  },
  execution,
})
const only = (...passes: object[]) => ({ losslessPrelude: { enabled: false }, passes })
const withPrelude = (...passes: object[]) => ({ losslessPrelude: { enabled: true }, passes })

/** 5.3.1. */
export const keepListings = [
  { section: '5.3.1', kind: 'toolResults', operation: { operation: 'keep', params: {} } },
  { section: '5.3.1', kind: 'toolParameters', operation: keep },
  { section: '5.3.1', kind: 'messageText', operation: keep },
]

const both = {
  operation: 'truncate',
  params: { truncate: { maxChars: 80, maxLines: 5, addEllipsis: false } },
}
const cheap = summarize('gpt-4o-mini', 150)

/** 5.3.2 to 5.3.4: each operation on each kind of content that takes it, what it does and whom it asks. */
export const operationListings = [
  {
    section: '5.3.2',
    kind: 'toolResults',
    operation: { ...suppress, params: {} },
    does: 'dropped',
    asks: [],
  },
  { section: '5.3.2', kind: 'toolParameters', operation: suppress, does: 'dropped', asks: [] },
  { section: '5.3.3', kind: 'toolResults', operation: cutLines(5), does: 'shortened', asks: [] },
  { section: '5.3.3', kind: 'toolParameters', operation: cutChars(100), does: 'shortened', asks: [] },
  { section: '5.3.3', kind: 'messageText', operation: cutChars(100), does: 'shortened', asks: [] },
  { section: '5.3.3', kind: 'toolResults', operation: both, does: 'shortened', asks: [] },
  { section: '5.3.4', kind: 'toolResults', operation: cheap, does: 'summarised', asks: ['gpt-4o-mini'] },
  {
    section: '5.3.4',
    kind: 'messageText',
    operation: { operation: 'summarize' },
    does: 'summarised',
    asks: ['(run)'],
  },
]

/** 5.4.2 to 5.5.4. `profiles` are those that the listing names, `figures` what it does to the long history. */
export const passListings = [
  {
    section: '5.4.2 recent',
    settings: only(individual('recent', recent(5), always, { toolResults: suppress })),
    profiles: [],
  },
  {
    section: '5.4.2 percent',
    settings: only(individual('percent', percent(30), always, { toolResults: suppress })),
    profiles: [],
  },
  {
    section: '5.4.3 batch',
    settings: only(batch('batch-summarize', recent(10), always, [1, 5])),
    profiles: ['gpt-4o-mini'],
  },
  {
    section: '5.4.3 individual',
    settings: only(
      individual('individual-truncate', recent(5), always, {
        toolParameters: cutChars(100),
        toolResults: cutLines(5),
      }),
    ),
    profiles: [],
  },
  {
    section: '5.4.4 conditional',
    settings: only(individual('fallback', recent(5), above(50_000), { toolResults: suppress })),
    profiles: [],
  },
  {
    section: '5.5.1',
    settings: {
      losslessPrelude: {
        enabled: true,
        operations: { deduplicateFileReads: true, consolidateToolResults: true, removeObsoleteState: true },
      },
      passes: [
        individual('pass-1-quality', recent(10), always, { toolResults: summarize('claude-haiku', 150) }),
        batch('pass-2-fallback', percent(40), above(40_000), [1, 8]),
      ],
    },
    profiles: ['claude-haiku', 'gpt-4o-mini'],
  },
  {
    section: '5.5.2',
    settings: withPrelude(
      individual('mechanical', recent(5), always, {
        toolParameters: cutChars(150),
        toolResults: cutLines(8),
      }),
      individual('llm-selective', recent(10), above(45_000), { toolResults: summarize('gpt-4o-mini', 100) }),
      individual('aggressive-fallback', recent(15), above(35_000), {
        toolParameters: suppress,
        toolResults: suppress,
      }),
    ),
    profiles: ['gpt-4o-mini'],
  },
  {
    section: '5.5.3',
    settings: withPrelude(
      individual('suppress-ancient', recent(30), always, { toolParameters: suppress, toolResults: suppress }),
      individual('truncate-middle', recent(10), always, {
        toolParameters: cutChars(80),
        toolResults: cutLines(3),
      }),
      batch('emergency-llm', percent(20), above(30_000), [1, 5]),
    ),
    profiles: ['gpt-4o-mini'],
  },
  {
    section: '5.5.4',
    settings: withPrelude(
      individual('zone-ancient', recent(50), always, { toolParameters: suppress, toolResults: suppress }),
      individual('zone-old', recent(30), always, {
        toolParameters: cutChars(120),
        toolResults: cutLines(6),
      }),
      individual('zone-medium', recent(10), always, { toolResults: cutLines(15) }),
    ),
    profiles: [],
  },
]

/** 8.1 to 8.7, each as a strategy and its settings. */
export const patternListings = [
  {
    section: '8.1',
    providerId: 'pipeline',
    settings: {
      steps: [{ providerId: 'lossless' }, { providerId: 'truncation' }, { providerId: 'native' }],
    },
  },
  {
    section: '8.2',
    providerId: 'adaptive',
    settings: { losslessBelow: 1.2, truncationBelow: 2, nativeBelow: 3 },
  },
  { section: '8.3', providerId: 'cost-aware', settings: { maxCostUsd: 0.05 } },
  { section: '8.4', providerId: 'quality-first', settings: {} },
  {
    section: '8.5',
    providerId: 'preferences',
    settings: { quality: 0.9, maxCostUsd: 0.05, preferred: { providerId: 'native' } },
  },
  {
    section: '8.6',
    providerId: 'ab',
    settings: {
      key: 'user-1',
      arms: [{ providerId: 'native' }, { providerId: 'smart', presetId: 'balanced' }],
    },
  },
  {
    section: '8.7',
    providerId: 'progressive',
    settings: { maxCostUsd: 0.1, cheapProfile: 'gpt-4o-mini' },
  },
]
