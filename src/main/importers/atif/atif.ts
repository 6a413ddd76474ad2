import { append } from '../../../shared/lib/append.ts'
import type { ContentBlock, Message } from '../../../shared/domain/message.ts'
import type { TaskOutcome } from '../../../shared/domain/task.ts'
import type { RequestUsage } from '../../../shared/domain/usage.ts'
import { outcomeOfScore } from '../details/task-outcome.ts'
import type { ImportFormat } from '../format.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { fieldsAt, numberOf, textOf, timeOf, type Fields } from '../json/fields.ts'
import { isRecord } from '../json/read-json.ts'
import { readObject } from '../json/read-object.ts'
import { blocksOf, callOf, resultOf } from '../messages/blocks.ts'
import type { Entry } from '../session/entry-order.ts'
import { createSessionBuilder, type BuiltSession } from '../session/session-builder.ts'
import { sessionTask } from '../session/session-task.ts'
import { stringOf } from '../../../shared/lib/string-of.ts'

/** A trajectory in Harbor's interchange format, into which the logs of many agents are translated. */
export const atif: ImportFormat = {
  id: 'atif',
  version: 2,
  label: 'ATIF trajectory',
  endings: ['.json'],
  recognises: ({ values: [value] }) =>
    isRecord(value) && stringOf(value['schema_version']).startsWith('ATIF-') && Array.isArray(value['steps']),
  read: async (source) => {
    const file = source.only()
    const { object, problems } = readObject(source, file)
    const agent = fieldsAt(object, 'agent')
    const task = sessionTask(source, {
      format: 'atif',
      agent: textOf(agent['name']) ?? 'atif',
      session: readSteps(recordsIn(object['steps']), textOf(agent['model_name'])),
      reading: { problems: problems.slice(0, 1) },
      title: null,
      workspace: null,
      relations: { parentId: null, childIds: [] },
      problems: [],
    })
    const outcome = await rewardBeside(source)
    return {
      ...task,
      model: task.model ?? textOf(agent['model_name']),
      ...(outcome === undefined ? {} : { outcome }),
    }
  },
}

/** What Harbor's verifier gave for the trial that a trajectory is of. */
async function rewardBeside(source: ParsedSource): Promise<TaskOutcome | undefined> {
  for (const place of ['result.json', '../result.json']) {
    const file = await source.beside.read(place)
    const verified = file === null ? {} : fieldsAt(source.json(file).object ?? {}, 'verifier_result')
    const outcome = outcomeOfScore(fieldsAt(verified, 'rewards')['reward'] ?? verified['reward'])
    if (outcome !== undefined) return outcome
  }
  const reward = await source.beside.read('../verifier/reward.txt')
  return reward === null ? undefined : outcomeOfScore(Number(reward.text.trim() || Number.NaN))
}

function recordsIn(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function readSteps(steps: readonly Fields[], model: string | null): BuiltSession {
  const session = createSessionBuilder()
  let history: Entry[] = []
  for (const [at, step] of steps.entries()) {
    const entries = messagesOf(step).map((message): Entry => ({ message }))
    if (step['source'] === 'system') {
      // What the agent noted for itself was not sent, and the system prompt is no message of the history.
      if (at > 0) session.aside(entries)
      if (isCompaction(step)) {
        const summary = hiddenSummary(step)
        const { condenseId } = summary.message
        const record = { ts: timeOf(step['timestamp']), kind: 'opaque' as const }
        session.condensation({ ...record, ...(condenseId ? { condenseId } : {}) }, history, [summary])
        history = [summary]
      }
      continue
    }
    // Steps that were copied from an earlier file were asked for there.
    if (step['source'] === 'agent' && step['is_copied_context'] !== true)
      session.request(usageOf(step, model), history, entries.slice(0, 1))
    append(history, entries)
  }
  return session.finish(history)
}

function messagesOf(step: Fields): readonly Message[] {
  const time = timeOf(step['timestamp'])
  const marks = { ...(time === null ? {} : { ts: time }), origin: { id: stringOf(step['step_id']) } }
  const said = blocksOf(step['message'])
  if (step['source'] !== 'agent') {
    const isOwn = step['source'] === 'system' ? { isBoilerplate: true } : {}
    return said.length === 0 ? [] : [{ role: 'user', content: [...said], ...marks, ...isOwn }]
  }
  const thought = textOf(step['reasoning_content'])
  const calls = recordsIn(step['tool_calls']).map((call) =>
    callOf(call['tool_call_id'], call['function_name'], call['arguments']),
  )
  const content: ContentBlock[] = [
    ...(thought === null ? [] : [{ type: 'thinking' as const, thinking: thought }]),
    ...said,
    ...calls,
  ]
  const results = recordsIn(fieldsAt(step, 'observation')['results']).flatMap((result): Message[] => {
    const id = textOf(result['source_call_id'])
    const given = id === null ? blocksOf(result['content']) : [resultOf(id, result['content'])]
    return given.length === 0 ? [] : [{ role: 'user', content: [...given], ...marks }]
  })
  return [{ role: 'assistant', content, ...marks }, ...results]
}

function isCompaction(step: Fields): boolean {
  return fieldsAt(fieldsAt(step, 'extra'), 'context_management')['type'] === 'compaction'
}

/** What came of a compaction is in the file that goes on from here. */
function hiddenSummary(step: Fields): Entry {
  const condenseId = `step-${stringOf(step['step_id'])}`
  const content = [
    { type: 'compaction', reason: 'What took its place is in the file that goes on from here.' },
  ]
  return { message: { role: 'user', content, isSummary: true, condenseId }, isCopy: true }
}

/** Cached tokens are part of those of the prompt. */
function usageOf(step: Fields, agentModel: string | null): RequestUsage {
  const metrics = fieldsAt(step, 'metrics')
  const [input, output] = [numberOf(metrics['prompt_tokens']), numberOf(metrics['completion_tokens'])]
  const cached = numberOf(metrics['cached_tokens']) ?? 0
  const cost = numberOf(metrics['cost_usd'])
  const model = textOf(step['model_name']) ?? agentModel
  return {
    ts: timeOf(step['timestamp']),
    ...(model === null ? {} : { modelId: model }),
    ...(input === null ? {} : { tokensIn: Math.max(0, input - cached), isCacheApart: true }),
    ...(output === null ? {} : { tokensOut: output }),
    ...(cached > 0 ? { cacheReads: cached } : {}),
    ...(cost === null || cost <= 0 ? {} : { costUsd: cost }),
  }
}
