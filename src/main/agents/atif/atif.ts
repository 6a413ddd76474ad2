import { append } from '../../../shared/kernel/append.ts'
import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { TaskOutcome } from '../../../shared/library/task-types.ts'
import { readScoreOutcome } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import { readNestedFields, toNumberOrNull, toTextOrNull, toTimeOrNull, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { readContentBlocks, buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { buildSessionTask } from '../session/build-session-task.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'

/** A trajectory in Harbor's interchange format, into which the logs of many agents are translated. */
export const atif: ImportFormat = {
  id: 'atif',
  version: 2,
  label: 'ATIF trajectory',
  endings: ['.json'],
  recognises: ({ values: [value] }) =>
    isRecord(value) &&
    toSafeString(value['schema_version']).startsWith('ATIF-') &&
    Array.isArray(value['steps']),
  read: async (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    const agent = readNestedFields(object, 'agent')
    const task = buildSessionTask(source, {
      format: 'atif',
      agent: toTextOrNull(agent['name']) ?? 'atif',
      session: readSteps(selectRecords(object['steps']), toTextOrNull(agent['model_name'])),
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: null,
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
    const outcome = await readRewardBeside(source)
    return {
      ...task,
      model: task.model ?? toTextOrNull(agent['model_name']),
      ...(outcome === undefined ? {} : { outcome }),
    }
  },
}

/** What Harbor's verifier gave for the trial that a trajectory is of. */
async function readRewardBeside(source: ParsedSource): Promise<TaskOutcome | undefined> {
  for (const place of ['result.json', '../result.json']) {
    const file = await source.beside.read(place)
    const verified = file === null ? {} : readNestedFields(source.json(file).object ?? {}, 'verifier_result')
    const outcome = readScoreOutcome(readNestedFields(verified, 'rewards')['reward'] ?? verified['reward'])
    if (outcome !== undefined) return outcome
  }
  const reward = await source.beside.read('../verifier/reward.txt')
  return reward === null ? undefined : readScoreOutcome(Number(reward.text.trim() || Number.NaN))
}

function selectRecords(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function readSteps(steps: readonly Fields[], model: string | null): BuiltSession {
  const session = createSessionBuilder()
  let history: Entry[] = []
  for (const [at, step] of steps.entries()) {
    const entries = readStepMessages(step).map((message): Entry => ({ message }))
    if (step['source'] === 'system') {
      // What the agent noted for itself was not sent, and the system prompt is no message of the history.
      if (at > 0) session.aside(entries)
      if (isCompaction(step)) {
        const summary = buildHiddenSummary(step)
        const { condenseId } = summary.message
        const record = { ts: toTimeOrNull(step['timestamp']), kind: 'opaque' as const }
        session.condensation({ ...record, ...(condenseId ? { condenseId } : {}) }, history, [summary])
        history = [summary]
      }
      continue
    }
    // Steps that were copied from an earlier file were asked for there.
    if (step['source'] === 'agent' && step['is_copied_context'] !== true)
      session.request(readUsage(step, model), history, entries.slice(0, 1))
    append(history, entries)
  }
  return session.finish(history)
}

function readStepMessages(step: Fields): readonly Message[] {
  const time = toTimeOrNull(step['timestamp'])
  const marks = { ...(time === null ? {} : { ts: time }), origin: { id: toSafeString(step['step_id']) } }
  const said = readContentBlocks(step['message'])
  if (step['source'] !== 'agent') {
    const isOwn = step['source'] === 'system' ? { isBoilerplate: true } : {}
    return said.length === 0 ? [] : [{ role: 'user', content: [...said], ...marks, ...isOwn }]
  }
  const thought = toTextOrNull(step['reasoning_content'])
  const calls = selectRecords(step['tool_calls']).map((call) =>
    buildToolCallBlock(call['tool_call_id'], call['function_name'], call['arguments']),
  )
  const content: ContentBlock[] = [
    ...(thought === null ? [] : [{ type: 'thinking' as const, thinking: thought }]),
    ...said,
    ...calls,
  ]
  const results = selectRecords(readNestedFields(step, 'observation')['results']).flatMap(
    (result): Message[] => {
      const id = toTextOrNull(result['source_call_id'])
      const given =
        id === null ? readContentBlocks(result['content']) : [buildToolResultBlock(id, result['content'])]
      return given.length === 0 ? [] : [{ role: 'user', content: [...given], ...marks }]
    },
  )
  return [{ role: 'assistant', content, ...marks }, ...results]
}

function isCompaction(step: Fields): boolean {
  return readNestedFields(readNestedFields(step, 'extra'), 'context_management')['type'] === 'compaction'
}

/** What came of a compaction is in the file that goes on from here. */
function buildHiddenSummary(step: Fields): Entry {
  const condenseId = `step-${toSafeString(step['step_id'])}`
  const content = [
    { type: 'compaction', reason: 'What took its place is in the file that goes on from here.' },
  ]
  return { message: { role: 'user', content, isSummary: true, condenseId }, isCopy: true }
}

/** Cached tokens are part of those of the prompt. */
function readUsage(step: Fields, agentModel: string | null): RequestUsage {
  const metrics = readNestedFields(step, 'metrics')
  const [input, output] = [
    toNumberOrNull(metrics['prompt_tokens']),
    toNumberOrNull(metrics['completion_tokens']),
  ]
  const cached = toNumberOrNull(metrics['cached_tokens']) ?? 0
  const cost = toNumberOrNull(metrics['cost_usd'])
  const model = toTextOrNull(step['model_name']) ?? agentModel
  return {
    ts: toTimeOrNull(step['timestamp']),
    ...(model === null ? {} : { modelId: model }),
    ...(input === null ? {} : { tokensIn: Math.max(0, input - cached), isCacheApart: true }),
    ...(output === null ? {} : { tokensOut: output }),
    ...(cached > 0 ? { cacheReads: cached } : {}),
    ...(cost === null || cost <= 0 ? {} : { costUsd: cost }),
  }
}
