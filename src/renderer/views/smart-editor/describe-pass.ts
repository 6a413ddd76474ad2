import type { Settings } from '../../../shared/domain/provider.ts'
import { formatInteger } from '../../../shared/lib/format-figures.ts'
import { jsonAt } from '../../components/editor-fields/json-at.ts'

/** What a pass does in a few words: which messages, how, and from when on. */
export function describePass(pass: Settings): string {
  return [selectionOf(pass), workOf(pass), conditionOf(pass)].filter((part) => part !== '').join(' · ')
}

function selectionOf(pass: Settings): string {
  switch (jsonAt(pass, ['selection', 'type'])) {
    case 'preserve_recent':
      return `all but the last ${figure(pass, ['selection', 'keepRecentCount'])}`
    case 'preserve_percent':
      return `all but the last ${figure(pass, ['selection', 'keepPercentage'])} %`
    case 'custom':
      return 'by conditions'
    default:
      return ''
  }
}

function workOf(pass: Settings): string {
  if (pass['mode'] === 'batch') {
    return jsonAt(pass, ['batchConfig', 'operation']) === 'summarize' ? 'one summary' : 'kept'
  }
  const operations = ['messageText', 'toolParameters', 'toolResults', 'environment'].map((content) =>
    jsonAt(pass, ['individualConfig', 'defaults', content, 'operation']),
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

function conditionOf(pass: Settings): string {
  return jsonAt(pass, ['execution', 'type']) === 'conditional'
    ? `above ${figure(pass, ['execution', 'condition', 'tokenThreshold'])} tok`
    : ''
}

function figure(pass: Settings, path: readonly string[]): string {
  const value = jsonAt(pass, path)
  return typeof value === 'number' ? formatInteger(value) : '?'
}
