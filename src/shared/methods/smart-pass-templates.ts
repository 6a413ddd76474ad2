import type { Pass } from './smart-pass-types.ts'

const always = { type: 'always' } as const
const keep = { operation: 'keep' } as const
const suppress = { operation: 'suppress' } as const
const cut = (limit: { readonly maxChars: number } | { readonly maxLines: number }) =>
  ({ operation: 'truncate', params: { truncate: { ...limit, addEllipsis: true } } }) as const
const preserveRecent = (keepRecentCount: number) => ({ type: 'preserve_recent', keepRecentCount }) as const

/** The passes that most configurations are made of. An editor offers them to begin with. */
export const passTemplates: readonly Pass[] = [
  {
    id: 'suppress-old',
    name: 'Remove old tool content',
    description: 'Removes parameters and results, keeps what was said',
    selection: preserveRecent(20),
    mode: 'individual',
    individualConfig: { defaults: { messageText: keep, toolParameters: suppress, toolResults: suppress } },
    execution: always,
  },
  {
    id: 'cut',
    name: 'Cut tool content',
    description: 'The first lines of results, the start of parameters',
    selection: preserveRecent(10),
    mode: 'individual',
    individualConfig: {
      defaults: {
        messageText: keep,
        toolParameters: cut({ maxChars: 120 }),
        toolResults: cut({ maxLines: 6 }),
      },
    },
    execution: always,
  },
  {
    id: 'summarise-results',
    name: 'Summarise tool results',
    description: 'Each long result becomes a short summary. Calls a model',
    selection: preserveRecent(10),
    mode: 'individual',
    individualConfig: {
      defaults: {
        messageText: keep,
        toolParameters: keep,
        toolResults: {
          operation: 'summarize',
          params: { summarize: { maxTokens: 150, minTokens: 100 } },
        },
      },
    },
    execution: always,
  },
  {
    id: 'batch-summary',
    name: 'One summary of the older part',
    description: 'All selected messages become one. Calls a model',
    selection: { type: 'preserve_percent', keepPercentage: 40 },
    mode: 'batch',
    batchConfig: {
      operation: 'summarize',
      summarizationConfig: { keepFirst: 1, keepLast: 5, maxTokens: 2000 },
    },
    execution: always,
  },
]
