import type { Pass } from '../../../shared/domain/smart-pass.ts'

/** A pass to begin with. */
export type PassTemplate = { readonly label: string; readonly about: string; readonly pass: Pass }

const always = { type: 'always' } as const
const keep = { operation: 'keep' } as const
const suppress = { operation: 'suppress' } as const
const cut = (limit: { readonly maxChars: number } | { readonly maxLines: number }) =>
  ({ operation: 'truncate', params: { truncate: { ...limit, addEllipsis: true } } }) as const
const recent = (keepRecentCount: number) => ({ type: 'preserve_recent', keepRecentCount }) as const

/** The passes that most configurations are made of. */
export const passTemplates: readonly PassTemplate[] = [
  {
    label: 'Take old tool content out',
    about: 'Parameters and results go, what was said stays',
    pass: {
      id: 'suppress-old',
      name: 'Take old tool content out',
      selection: recent(20),
      mode: 'individual',
      individualConfig: { defaults: { messageText: keep, toolParameters: suppress, toolResults: suppress } },
      execution: always,
    },
  },
  {
    label: 'Cut tool content',
    about: 'The first lines of results, the start of parameters',
    pass: {
      id: 'cut',
      name: 'Cut tool content',
      selection: recent(10),
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
  },
  {
    label: 'Summarise tool results',
    about: 'Each long result becomes a short summary; asks a model',
    pass: {
      id: 'summarise-results',
      name: 'Summarise tool results',
      selection: recent(10),
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
  },
  {
    label: 'One summary of the older part',
    about: 'All selected messages become one; asks a model',
    pass: {
      id: 'batch-summary',
      name: 'One summary of the older part',
      selection: { type: 'preserve_percent', keepPercentage: 40 },
      mode: 'batch',
      batchConfig: {
        operation: 'summarize',
        summarizationConfig: { keepFirst: 1, keepLast: 5, maxTokens: 2000 },
      },
      execution: always,
    },
  },
]
