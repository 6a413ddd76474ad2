import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { importFiles } from '../import-files.ts'
import type { Entry } from './entry-order.ts'
import type * as Builder from './session-builder.ts'

/** The lists that requests were said to send, each once. */
const given = vi.hoisted(() => {
  // Files share a thread and what it has loaded: readers are loaded anew with the builder of this one.
  vi.resetModules()
  return new Set<readonly Entry[]>()
})

vi.mock('./session-builder.ts', async (load) => {
  const { createSessionBuilder } = await load<typeof Builder>()
  return {
    createSessionBuilder: (): Builder.SessionBuilder => {
      const session = createSessionBuilder()
      return {
        ...session,
        request: (usage, history, answer) => {
          given.add('list' in history ? history.list : history)
          session.request(usage, history, answer)
        },
      }
    },
  }
})

beforeEach(() => given.clear())
afterAll(() => {
  vi.doUnmock('./session-builder.ts')
  vi.resetModules()
})

type Line = Readonly<Record<string, unknown>>

const answers = 20
/** A question and an answer each, as an agent writes them. */
const turns = (write: (text: string, isAnswer: boolean, at: number) => Line): Line[] =>
  Array.from({ length: answers * 2 }, (_, at) => write(`message ${at}`, at % 2 === 1, at))
const formatTime = (at: number): string => new Date(at * 1000).toISOString()
const buildId = (at: number): string | null => (at < 0 ? null : `id-${at}`)
const pickRole = (isAnswer: boolean): string => (isAnswer ? 'assistant' : 'user')
const says = (text: string): Line => ({ type: 'text', text })

const copilot = [
  {
    type: 'session.start',
    data: { producer: 'copilot-agent', copilotVersion: '1.0' },
    id: 's',
    timestamp: formatTime(0),
  },
  ...turns((content, isAnswer, at) => ({
    type: isAnswer ? 'assistant.message' : 'user.message',
    data: { content },
    id: buildId(at),
    timestamp: formatTime(at),
  })),
]
const codex = [
  { type: 'session_meta', timestamp: formatTime(0), payload: { id: 's', cwd: '/w', cli_version: '0.50.0' } },
  ...turns((text, isAnswer, at) => ({
    type: 'response_item',
    timestamp: formatTime(at),
    payload: {
      type: 'message',
      role: pickRole(isAnswer),
      content: [{ type: isAnswer ? 'output_text' : 'input_text', text }],
    },
  })),
]
const gemini = [
  { sessionId: 'a', projectHash: 'p', startTime: formatTime(0), kind: 'main' },
  ...turns((text, isAnswer, at) => ({
    id: buildId(at),
    timestamp: formatTime(at),
    ...(isAnswer ? { type: 'gemini', content: text, model: 'm' } : { type: 'user', content: [{ text }] }),
  })),
]
const goose = [
  { working_dir: '/w', description: '' },
  ...turns((text, isAnswer, created) => ({ role: pickRole(isAnswer), created, content: [says(text)] })),
]
const qwen = turns((text, isAnswer, at) => ({
  type: pickRole(isAnswer),
  uuid: buildId(at),
  parentUuid: buildId(at - 1),
  sessionId: 's',
  cwd: '/w',
  timestamp: formatTime(at),
  message: { role: isAnswer ? 'model' : 'user', parts: [{ text }] },
}))
const claude = (sessionId: string): Line[] =>
  turns((text, isAnswer, at) => ({
    type: pickRole(isAnswer),
    uuid: buildId(at),
    parentUuid: buildId(at - 1),
    sessionId,
    isSidechain: false,
    timestamp: formatTime(at),
    message: { id: buildId(at), role: pickRole(isAnswer), content: [says(text)] },
  }))
const chat = turns((content, isAnswer) => ({ role: pickRole(isAnswer), content }))
const kimi = [{ role: '_checkpoint', id: 0 }, ...chat]
const mini = { trajectory_format: 'mini-swe-agent-1', messages: chat }
const carriedOn = {
  sessionId: 's',
  workspaceDirectory: 'file:///w',
  history: chat.map((message) => ({ message, contextItems: [] })),
}
const atif = {
  schema_version: 'ATIF-v1.4',
  session_id: 's',
  agent: { name: 'a', version: '1' },
  steps: turns((message, isAnswer, at) => ({ step_id: at, source: isAnswer ? 'agent' : 'user', message })),
}
const cline = {
  version: 1,
  updated_at: formatTime(0),
  agent: 'lead',
  sessionId: 's',
  messages: turns((text, isAnswer, at) => ({
    id: buildId(at),
    role: pickRole(isAnswer),
    content: [says(text)],
  })),
}
const pi = [
  { type: 'session', version: 3, id: 's', timestamp: formatTime(0), cwd: '/w' },
  ...turns((text, isAnswer, at) => ({
    type: 'message',
    id: buildId(at),
    parentId: buildId(at - 1),
    timestamp: formatTime(at),
    message: {
      role: pickRole(isAnswer),
      content: [says(text)],
      ...(isAnswer ? { api: 'a', model: 'm' } : {}),
    },
  })),
]
const droid = [
  { type: 'session_start', id: 's', title: 't', owner: 'o', version: 2, cwd: '/w' },
  ...turns((text, isAnswer, at) => ({
    type: 'message',
    id: buildId(at),
    timestamp: formatTime(at),
    message: { role: pickRole(isAnswer), content: [says(text)] },
    ...(at === 0 ? {} : { parentId: buildId(at - 1) }),
  })),
]
const amp = {
  v: 7,
  id: 'T-0199c0de-0000-7000-8000-000000000000',
  created: 1,
  title: 't',
  env: { initial: { trees: [] } },
  messages: turns((text, isAnswer) => ({
    role: pickRole(isAnswer),
    content: [says(text)],
    ...(isAnswer ? { state: { type: 'complete', stopReason: 'end_turn' } } : { meta: { sentAt: 1 } }),
  })),
}
const openCode = {
  info: {
    id: 'ses_1',
    title: 't',
    version: '1.18.34',
    projectID: 'x',
    directory: '/w',
    time: { created: 1 },
  },
  messages: turns((text, isAnswer, at) => ({
    info: {
      id: `msg_${at}`,
      sessionID: 'ses_1',
      role: pickRole(isAnswer),
      time: { created: at + 1 },
      modelID: 'm',
    },
    parts: [...(isAnswer ? [{ type: 'step-start' }] : []), says(text)].map((part, place) => ({
      id: `prt_${at}_${place}`,
      ...part,
    })),
  })),
}
const swe = {
  environment: 'e',
  info: {},
  trajectory: [],
  history: turns((content, isAnswer) => ({ role: pickRole(isAnswer), content, agent: 'main' })),
}

const dsh = [
  { type: 'session', version: 0, id: 's', createdAt: 1, delegationDepth: 0 },
  ...turns((text, isAnswer, seq) => {
    const message = { id: text, content: [says(text)], source: { kind: isAnswer ? 'model' : 'user' } }
    return {
      type: isAnswer ? 'assistant/message' : 'user/message',
      seq,
      time: seq,
      data: isAnswer ? { message } : message,
      surfaceOp: 'append',
    }
  }),
]

const newerOpenCode = {
  info: { id: 'ses_1', title: 't', projectID: 'x', time: {} },
  messages: turns((text, isAnswer, at) => {
    const model = { providerID: 'p', id: `m${at % 4}` }
    const own = isAnswer ? { type: 'assistant', model, content: [says(text)] } : { type: 'user', text }
    return { id: `msg_${at}`, time: { created: at }, ...own }
  }),
}

const kimiCode = [
  { type: 'metadata', protocol_version: '1.5', created_at: 1 },
  ...turns((text, isAnswer, time) =>
    isAnswer
      ? {
          type: 'context.append_loop_event',
          time,
          event: { type: 'content.part', part: says(text) },
        }
      : { type: 'context.append_message', time, message: { role: 'user', content: [says(text)] } },
  ).flatMap((line) => {
    if (line['type'] === 'context.append_message') return [line]
    const loop = (type: string): Line => ({ ...line, event: { type, uuid: String(line['time']) } })
    return [loop('step.begin'), line, loop('step.end')]
  }),
]

// Copies of thousands of messages for each of thousands of requests take seconds.
it.each<readonly [format: string, name: string, content: Line | readonly Line[]]>([
  ['amp', 'T-1.json', amp],
  ['atif', 'a.json', atif],
  ['claude-code', 'a.jsonl', claude('s')],
  ['cline-sdk', 's.messages.json', cline],
  ['codex', 'rollout-a.jsonl', codex],
  ['continue', 'a.json', carriedOn],
  ['copilot-cli', 'events.jsonl', copilot],
  ['droid', 'a.jsonl', droid],
  ['dsh', 'session.jsonl', dsh],
  ['gemini-cli', 'session.jsonl', gemini],
  ['goose', 'a.jsonl', goose],
  ['iflow-cli', 'a.jsonl', claude('session-s')],
  ['kimi-cli', 'context.jsonl', kimi],
  ['kimi-code', 'wire.jsonl', kimiCode],
  ['mini-swe-agent', 'a.traj.json', mini],
  ['omp', 'a.jsonl', [{ type: 'title', v: 1, title: 't', pad: '' }, ...pi]],
  ['openclaw', 'a.jsonl', [{ type: 'session', version: 4, id: 's' }, ...pi]],
  ['opencode', 'a.json', openCode],
  ['opencode', 'b.json', newerOpenCode],
  ['pi', 'a.jsonl', pi],
  ['qwen-code', 'a.jsonl', qwen],
  ['swe-agent', 'a.traj', swe],
])('a reader of %s says what requests sent by one list that grows', async (format, name, content) => {
  const text = Array.isArray(content)
    ? content.map((line) => JSON.stringify(line)).join('\n')
    : JSON.stringify(content)
  const task = await importFiles('drop', [{ name, text }])
  expect([task.format, task.usage.requests.length]).toEqual([format, answers])
  expect(given.size).toBe(1)
})

it('a reader of claude-code goes on with the list of each of two processes that write into one file in turn', async () => {
  // A question hangs on the answer before the last one, and an answer on its question.
  const lines = claude('s').map((line, at) => ({
    ...line,
    parentUuid: buildId(at % 2 === 1 ? at - 1 : at - 3),
  }))
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  const { usage } = await importFiles('drop', [{ name: 'a.jsonl', text }])
  expect(usage.requests).toHaveLength(answers)
  expect(given.size).toBe(2)
})

it('a reader of claude-code goes on with one list behind a compaction that kept messages', async () => {
  const before = claude('s')
  const boundary = {
    type: 'system',
    subtype: 'compact_boundary',
    uuid: 'boundary',
    parentUuid: null,
    logicalParentUuid: before.at(-1)?.['uuid'],
    sessionId: 's',
    timestamp: formatTime(100),
    compactMetadata: {
      trigger: 'auto',
      preservedSegment: { headUuid: buildId(4), tailUuid: buildId(9), anchorUuid: 'summary' },
    },
  }
  const summary = {
    type: 'user',
    uuid: 'summary',
    parentUuid: 'boundary',
    sessionId: 's',
    isCompactSummary: true,
    timestamp: formatTime(101),
    message: { role: 'user', content: 'All that was' },
  }
  const after = turns((text, isAnswer, at) => ({
    type: pickRole(isAnswer),
    uuid: `after-${at}`,
    parentUuid: at === 0 ? 'summary' : `after-${at - 1}`,
    sessionId: 's',
    timestamp: formatTime(200 + at),
    message: { id: `after-${at}`, role: pickRole(isAnswer), content: [says(text)] },
  }))
  const text = [...before, boundary, summary, ...after].map((line) => JSON.stringify(line)).join('\n')
  const { usage, messages } = await importFiles('drop', [{ name: 'a.jsonl', text }])
  expect([usage.requests.length, usage.condensations.length]).toEqual([answers * 2, 1])
  expect(messages.filter(({ isSummary }) => isSummary)).toHaveLength(1)
  expect(given.size).toBe(2)
})
