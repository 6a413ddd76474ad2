import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import {
  isRecord,
  omitUnknown,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  type Fields,
} from '../json/fields.ts'

/**
 * What an answer used. The editors write the names of Continue's own core, the command line those of OpenAI. Cost in
 * whole cents, which the command line rounds it to, would be nothing for most requests and is left out.
 */
export function readAnswerUsage(item: Fields): RequestUsage {
  const usage = readNestedFields(item, 'message', 'usage')
  const { input, output, reads, writes, isApart } =
    'prompt_tokens' in usage ? readCommandLineFigures(usage) : readEditorFigures(usage)
  return omitUnknown({
    modelId: toTextOrNull(usage['model']) ?? readLoggedModel(item),
    tokensIn: input === null || isApart ? input : input - reads - writes,
    isCacheApart: input === null ? null : true,
    tokensOut: output,
    cacheReads: reads > 0 ? reads : null,
    cacheWrites: writes > 0 ? writes : null,
  })
}

type Figures = Readonly<{
  input: number | null
  output: number | null
  reads: number
  writes: number
  /** Whether the input is without the cached tokens. */
  isApart: boolean
}>

/** Anthropic's counts are without the cached tokens, and are the only ones with writes among the details. */
function readEditorFigures(usage: Fields): Figures {
  const details = readNestedFields(usage, 'promptTokensDetails')
  const [input, output] = [toNumberOrNull(usage['promptTokens']), toNumberOrNull(usage['completionTokens'])]
  const reads = toNumberOrNull(details['cachedTokens']) ?? 0
  const writes = toNumberOrNull(details['cacheWriteTokens'])
  return { input, output, reads, writes: writes ?? 0, isApart: writes !== null || reads > (input ?? 0) }
}

/** It writes zeros for writes where there are none: more cached tokens than input are beside it. */
function readCommandLineFigures(usage: Fields): Figures {
  const details = readNestedFields(usage, 'prompt_tokens_details')
  const [input, output] = [toNumberOrNull(usage['prompt_tokens']), toNumberOrNull(usage['completion_tokens'])]
  const reads = toNumberOrNull(details['cached_tokens']) ?? toNumberOrNull(details['cache_read_tokens']) ?? 0
  const writes = toNumberOrNull(details['cache_write_tokens']) ?? 0
  return { input, output, reads, writes, isApart: reads + writes > (input ?? 0) }
}

function readLoggedModel(item: Fields): string | null {
  const logs = item['promptLogs']
  const log: unknown = Array.isArray(logs) ? logs.at(-1) : null
  if (!isRecord(log)) return null
  return toTextOrNull(readNestedFields(log, 'completionOptions')['model']) ?? toTextOrNull(log['modelTitle'])
}
