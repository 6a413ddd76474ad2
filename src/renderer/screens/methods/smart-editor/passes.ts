import { formatInteger } from '../../../../shared/kernel/format-figures.ts'
import type { Settings } from '../../../../shared/methods/provider-types.ts'
import type { Pass } from '../../../../shared/methods/smart-pass-types.ts'
import { isRecord, readJsonAtPath } from '../../../ui/components/editor-fields/read-json-at-path.ts'

/** The passes in settings that may be invalid, with an empty object for anything else. */
export function readPasses(settings: Settings): readonly Settings[] {
  const passes = settings['passes']
  return Array.isArray(passes) ? passes.map((pass) => (isRecord(pass) ? pass : {})) : []
}

/** The name of a pass, else its id, else its place. */
export function formatPassName(pass: Settings, index: number): string {
  const { name, id } = pass
  if (typeof name === 'string' && name.trim() !== '') return name
  return typeof id === 'string' && id !== '' ? id : `Pass ${index + 1}`
}

/** An id like the one that is wanted, which no pass has. */
export function findFreePassId(passes: readonly Settings[], wanted: Settings[string] | undefined): string {
  const taken = new Set(passes.map(({ id }) => id))
  // Ids have at most 100 characters, and a number needs a few of them.
  const base = typeof wanted === 'string' && wanted !== '' ? wanted.slice(0, 90) : 'pass'
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.has(id)) return id
  }
}

/** A pass to begin with. */
export type PassTemplate = { readonly label: string; readonly about: string; readonly pass: Pass }

const always = { type: 'always' } as const
const keep = { operation: 'keep' } as const
const suppress = { operation: 'suppress' } as const
const cut = (limit: { readonly maxChars: number } | { readonly maxLines: number }) =>
  ({ operation: 'truncate', params: { truncate: { ...limit, addEllipsis: true } } }) as const
const preserveRecent = (keepRecentCount: number) => ({ type: 'preserve_recent', keepRecentCount }) as const

/** The passes that most configurations are made of. */
export const passTemplates: readonly PassTemplate[] = [
  {
    label: 'Remove old tool content',
    about: 'Removes parameters and results, keeps what was said',
    pass: {
      id: 'suppress-old',
      name: 'Remove old tool content',
      selection: preserveRecent(20),
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
  },
  {
    label: 'Summarise tool results',
    about: 'Each long result becomes a short summary. Calls a model',
    pass: {
      id: 'summarise-results',
      name: 'Summarise tool results',
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
  },
  {
    label: 'One summary of the older part',
    about: 'All selected messages become one. Calls a model',
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

/** What a pass does in a few words: which messages, how, and from when on. */
export function describePass(pass: Settings): string {
  return [describeSelection(pass), describeWork(pass), describeCondition(pass)]
    .filter((part) => part !== '')
    .join(' · ')
}

function describeSelection(pass: Settings): string {
  switch (readJsonAtPath(pass, ['selection', 'type'])) {
    case 'preserve_recent':
      return `all but the last ${formatFigure(pass, ['selection', 'keepRecentCount'])}`
    case 'preserve_percent':
      return `all but the last ${formatFigure(pass, ['selection', 'keepPercentage'])} %`
    case 'custom':
      return 'by conditions'
    default:
      return ''
  }
}

function describeWork(pass: Settings): string {
  if (pass['mode'] === 'batch') {
    return readJsonAtPath(pass, ['batchConfig', 'operation']) === 'summarize' ? 'one summary' : 'kept'
  }
  const operations = ['messageText', 'toolParameters', 'toolResults', 'environment'].map((content) =>
    readJsonAtPath(pass, ['individualConfig', 'defaults', content, 'operation']),
  )
  const words = [...new Set(operations)].flatMap((operation) => {
    switch (operation) {
      case 'suppress':
        return ['suppress']
      case 'truncate':
        return ['cut']
      case 'summarize':
        return ['summarise']
      default:
        return []
    }
  })
  return words.length === 0 ? 'kept' : words.join(', ')
}

function describeCondition(pass: Settings): string {
  return readJsonAtPath(pass, ['execution', 'type']) === 'conditional'
    ? `above ${formatFigure(pass, ['execution', 'condition', 'tokenThreshold'])} tok`
    : ''
}

function formatFigure(pass: Settings, path: readonly string[]): string {
  const value = readJsonAtPath(pass, path)
  return typeof value === 'number' ? formatInteger(value) : '?'
}
