import { judgeProvider } from '../../judge-provider.ts'
import type { PassContext, PassRun } from './pass-run.ts'

/** Lossless as the first pass, reached by its id: providers do not know each other. */
export async function runPrelude(context: PassContext, preserveRecentCount: number): Promise<PassRun> {
  const { conversation, pins, request, settings } = context
  const { operations, keep } = settings.losslessPrelude
  const lossless = request.services.findProvider('lossless')
  if (lossless === undefined) return { kind: 'idle', reason: 'There is no lossless provider.' }
  const own = {
    ...operations,
    keep,
    keepFirst: settings.keepFirst,
    preserveRecentCount: Math.min(mostKept, preserveRecentCount),
  }
  const verdict = await judgeProvider(lossless, own, { ...request, conversation, pins, targetTokens: null })
  if (verdict.kind === 'unchanged') return { kind: 'idle', reason: verdict.reason }
  if (verdict.kind === 'failed') return verdict
  const operationsDone: Record<string, number> = {}
  for (const { operations: done } of verdict.result.passes) {
    for (const [name, count] of Object.entries(done))
      operationsDone[name] = (operationsDone[name] ?? 0) + count
  }
  return { kind: 'changed', stage: verdict.stage, operations: operationsDone, warnings: verdict.warnings }
}

/** More than lossless lets its user keep. */
const mostKept = 200
