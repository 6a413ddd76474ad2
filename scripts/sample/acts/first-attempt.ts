import { testLog, type FailedTest } from '../terminal.ts'
import type { Turn } from '../turn.ts'

const typeError = `> harbour@2.4.0 typecheck
> tsc -p tsconfig.json --noEmit

src/http/router.ts(78,13): error TS2339: Property 'setHeader' does not exist on type 'Reply'.
src/http/router.ts(79,13): error TS2540: Cannot assign to 'status' because it is a read-only property.`

const contractFailures: readonly FailedTest[] = [
  'accepts a request with all fields',
  'keeps a request with all fields',
  'reads a request with all fields',
].map((name) => ({
  file: 'tests/contract.test.ts',
  name: `the contract > ${name}`,
  error: [
    'AssertionError: answer does not fit #/components/schemas/Error',
    '  /error must NOT have additional properties: "limit"',
    '  at assertFits (tests/contract.test.ts:61:11)',
    '  at processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ],
}))

const fixedWindow = `    const windowStart = Math.floor(Date.now() / 60_000)
    const seen = (counts.get(context.remoteAddress) ?? 0) + 1
    counts.set(context.remoteAddress, seen)
    if (windowStart !== currentWindow) { counts.clear(); currentWindow = windowStart }
    if (seen > 60) {
      reply = toProblem(new HarbourError('too-many-requests', 'Too many requests.'))
      reply.setHeader('retry-after', '60')
      reply.status = 429
    }
    send(response, reply)`

/** A fixed window inside the router: wrong place, and the user stops it. */
export const firstAttempt: readonly Turn[] = [
  {
    say: 'The shortest way is a counter inside `handle` of the router. I look at the exact lines again before I edit them.',
    calls: [{ tool: 'read', path: 'src/http/router.ts' }],
  },
  {
    say: 'I count requests per address in a fixed window of a minute, right before the answer is sent.',
    calls: [
      {
        tool: 'edit',
        path: 'src/http/router.ts',
        edits: [
          {
            search: 'export function createRouter({ log, before, routes }: RouterOptions) {\n',
            replace:
              'export function createRouter({ log, before, routes }: RouterOptions) {\n  const counts = new Map<string, number>()\n  let currentWindow = 0\n\n',
          },
          { search: '    send(response, reply)', replace: fixedWindow },
        ],
      },
    ],
  },
  {
    say: 'Does it compile?',
    calls: [{ tool: 'run', command: 'npm run typecheck', output: typeError, exitCode: 2 }],
  },
  {
    say: '`Reply` is a plain value, it has no `setHeader`. I put the header into the value instead.',
    calls: [
      {
        tool: 'edit',
        path: 'src/http/router.ts',
        edits: [
          {
            search: "reply.setHeader('Retry-After', 60)",
            replace: "reply.headers = { 'retry-after': '60' }",
          },
        ],
      },
    ],
  },
  {
    say: 'The text to replace was not found. I try the same edit with the line that I remember.',
    calls: [
      {
        tool: 'edit',
        path: 'src/http/router.ts',
        edits: [
          {
            search: "reply.setHeader('Retry-After', 60)",
            replace: "reply.headers = { 'retry-after': '60' }",
          },
        ],
      },
    ],
  },
  {
    say: 'Not found again. I read what the file really holds now.',
    calls: [{ tool: 'read', path: 'src/http/router.ts' }],
  },
  {
    say: 'I had the quoting wrong. First I only move the window check, then I compile again.',
    calls: [
      {
        tool: 'edit',
        path: 'src/http/router.ts',
        edits: [
          { search: 'if (seen > 60) {', replace: 'if (seen > limitPerMinute) {' },
          {
            search: '  let currentWindow = 0\n',
            replace: '  let currentWindow = 0; const limitPerMinute = 60\n',
          },
        ],
      },
      { tool: 'run', command: 'npm run typecheck', output: typeError, exitCode: 2 },
    ],
  },
  {
    say: 'The same two errors. Let me see whether they come from a stale build.',
    calls: [{ tool: 'run', command: 'npm run typecheck', output: typeError, exitCode: 2 }],
  },
  {
    say: 'No, they are real. I make the fields of `Reply` writable and set the header on the value.',
    calls: [
      {
        tool: 'edit',
        path: 'src/http/router.ts',
        edits: [
          {
            search: "      reply.setHeader('retry-after', '60')\n      reply.status = 429\n",
            replace:
              "      reply.headers = { 'retry-after': '60' }\n      reply.body = { error: { code: 'too-many-requests', message: 'Too many requests.', limit: limitPerMinute } }\n",
          },
          {
            search:
              'export type Reply = {\n  readonly status: number\n  readonly body?: unknown\n  readonly headers?: Readonly<Record<string, string>>\n}',
            replace:
              'export type Reply = {\n  status: number\n  body?: unknown\n  headers?: Record<string, string>\n}',
          },
        ],
      },
    ],
  },
  {
    say: 'It compiles now. The tests:',
    calls: [
      {
        tool: 'run',
        command: 'npm test',
        output: (random) => testLog(random, {}, contractFailures),
        exitCode: 1,
      },
    ],
  },
  {
    say: 'Three contract tests fail, because the field `limit` is not part of the closed envelope. Perhaps only the order of the checks is wrong, so I run them once more with a higher limit.',
    calls: [
      {
        tool: 'run',
        command: 'npm test',
        output: (random) => testLog(random, {}, contractFailures),
        exitCode: 1,
      },
    ],
  },
  {
    say: 'The failures stay. I could declare `limit` in docs/openapi.yaml, then the envelope would fit.',
    calls: [
      {
        tool: 'edit',
        path: 'docs/openapi.yaml',
        edits: [
          {
            search: '            details: { type: object }\n',
            replace: '            details: { type: object }\n            limit: { type: integer }\n',
          },
        ],
      },
    ],
    denied:
      'Stop. docs/openapi.yaml is the public API, I said it must not change. And the types Context and Reply in router.ts are used by two other services through a git submodule, so they stay as they are too. Also hands off src/auth.ts: another team is reviewing it this week and any diff there restarts their review.\n\nPlease roll the router back and think about where this belongs.',
  },
  {
    say: 'You are right, I went against your first rule. I roll the router back completely.',
    calls: [
      {
        tool: 'run',
        command: 'git checkout -- src/http/router.ts && git status --short',
        output: '',
        exitCode: 0,
        restores: ['src/http/router.ts'],
      },
    ],
  },
  {
    say: 'I make sure that the router is what it was, and look for the place that was made for this.',
    calls: [{ tool: 'read', path: 'src/http/router.ts' }],
  },
  {
    say: 'There is one: `before` steps may return a Reply, which ends the request. A limiter is a step after `authenticate`. Nothing in router.ts, auth.ts or the contract has to change.\n\nDecision: token buckets in src/limits/, one step in the list in src/server.ts. A fixed window lets a caller send twice the limit around the full minute; a bucket does not. I need numbers for it.',
    calls: [
      {
        tool: 'ask',
        question: 'Which limits do you want, per minute and as a burst, for keys and for anonymous callers?',
        options: [
          '120/min with a burst of 20 per key',
          '60/min with a burst of 10 per key',
          'Let me write them',
        ],
        answer:
          '120 per minute with a burst of 20 per key; 30 per minute with a burst of 10 for anonymous callers. Retry-After in whole seconds, never 0. In memory is fine. Keep the clock injectable, we had flaky tests with sleeps before and I do not want a single sleep in the tests.',
      },
    ],
  },
]
