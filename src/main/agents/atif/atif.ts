import type { ContentBlock, Message } from '../../../shared/kernel/message.ts'
import { toSafeString } from '../../../shared/kernel/to-safe-string.ts'
import type { RequestUsage } from '../../../shared/kernel/usage.ts'
import type { TaskOutcome } from '../../../shared/library/task-types.ts'
import type { Agent } from '../agent.ts'
import { readScoreOutcome } from '../details/task-outcome.ts'
import {
  isRecord,
  omitUnknown,
  readRecordList,
  readNestedFields,
  toNumberOrNull,
  toTextOrNull,
  toTimeOrNull,
  type Fields,
} from '../json/fields.ts'
import { readObject } from '../json/read-object.ts'
import { readContentBlocks, buildToolCallBlock, buildToolResultBlock } from '../messages/blocks.ts'
import type { ParsedSource } from '../parsed-source.ts'
import { readTurns, type Turn } from '../session/read-turns.ts'

/** A trajectory in Harbor's interchange format, into which the logs of many agents are translated. */
export const atif: Agent = {
  id: 'atif',
  version: 3,
  name: 'ATIF',
  label: 'ATIF trajectory',
  endings: ['.json'],
  recognises: ({ values: [value] }) =>
    isRecord(value) &&
    toSafeString(value['schema_version']).startsWith('ATIF-') &&
    Array.isArray(value['steps']),
  readSession: async (source) => {
    const { object, problems } = readObject(source, source.only())
    const agent = readNestedFields(object, 'agent')
    const usualModel = toTextOrNull(agent['model_name'])
    return {
      session: readTurns(
        readRecordList(object['steps']).flatMap((step, at) => readTurn(step, at, usualModel)),
      ),
      agent: toTextOrNull(agent['name']) ?? 'atif',
      usualModel,
      outcome: await readRewardBeside(source),
      problems: problems.slice(0, 1),
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

function readTurn(step: Fields, at: number, model: string | null): readonly Turn[] {
  const messages = readStepMessages(step)
  if (step['source'] === 'system') {
    // What the agent noted for itself was not sent, and the system prompt is no message of the history.
    const noted: readonly Turn[] = at > 0 ? [{ kind: 'aside', messages }] : []
    return isCompaction(step) ? [...noted, buildHiddenSummary(step)] : noted
  }
  // Steps that were copied from an earlier file were asked for there.
  if (step['source'] !== 'agent' || step['is_copied_context'] === true) return [{ kind: 'said', messages }]
  const [answer, ...results] = messages
  return [
    {
      kind: 'answer',
      usage: readUsage(step, model),
      messages: answer === undefined ? [] : [answer],
      results,
    },
  ]
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
  const calls = readRecordList(step['tool_calls']).map((call) =>
    buildToolCallBlock(call['tool_call_id'], call['function_name'], call['arguments']),
  )
  const content: ContentBlock[] = [
    ...(thought === null ? [] : [{ type: 'thinking' as const, thinking: thought }]),
    ...said,
    ...calls,
  ]
  const results = readRecordList(readNestedFields(step, 'observation')['results']).flatMap(
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
  return readNestedFields(step, 'extra', 'context_management')['type'] === 'compaction'
}

/** What came of a compaction is in the file that goes on from here. */
function buildHiddenSummary(step: Fields): Turn {
  const condenseId = `step-${toSafeString(step['step_id'])}`
  const content = [
    { type: 'compaction', reason: 'What took its place is in the file that goes on from here.' },
  ]
  return {
    kind: 'condensation',
    record: { ts: toTimeOrNull(step['timestamp']), kind: 'opaque', condenseId },
    messages: [{ role: 'user', content, isSummary: true, condenseId }],
    isCopy: true,
  }
}

/** Cached tokens are part of those of the prompt. */
function readUsage(step: Fields, agentModel: string | null): RequestUsage {
  const metrics = readNestedFields(step, 'metrics')
  const input = toNumberOrNull(metrics['prompt_tokens'])
  const cached = toNumberOrNull(metrics['cached_tokens']) ?? 0
  const cost = toNumberOrNull(metrics['cost_usd'])
  return {
    ts: toTimeOrNull(step['timestamp']),
    ...omitUnknown({
      modelId: toTextOrNull(step['model_name']) ?? agentModel,
      tokensIn: input === null ? null : Math.max(0, input - cached),
      isCacheApart: input === null ? null : true,
      tokensOut: toNumberOrNull(metrics['completion_tokens']),
      cacheReads: cached > 0 ? cached : null,
      costUsd: cost === null || cost <= 0 ? null : cost,
    }),
  }
}
