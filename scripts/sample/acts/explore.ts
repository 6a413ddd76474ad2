import { testLog } from '../terminal.ts'
import type { Turn } from '../turn.ts'

/** What the user asks for at the start, with the constraints that must survive to the end. */
export const request = `Add rate limiting to harbour.

Background: a booking app of one of the marinas polls /berths in a loop and the others feel it. I want a limit per API key, and for callers without a key a limit per address.

Rules, please keep to them to the end:
- Never touch the public API: no path, field name or error code in docs/openapi.yaml may change. tests/contract.test.ts has to stay green without edits to it.
- We must stay on Node 20. The machines can't be upgraded this year.
- Only use dependencies that are already in package.json. No Redis, one process is all we have.
- /health is polled by the load balancer every second and must never be limited or slowed down.

Look around first and tell me your plan before you write code.`

/** The agent reads the service and makes a plan. */
export const explore: readonly Turn[] = [
  {
    say: "I'll get an overview of the project before I propose anything.",
    calls: [{ tool: 'list', path: '.' }],
  },
  {
    say: 'The service is small. I start with its entry point and what it depends on.',
    calls: [
      { tool: 'read', path: 'package.json' },
      { tool: 'read', path: 'src/server.ts' },
    ],
  },
  {
    say: 'Requests go through one router. I need to see how it runs steps before a handler, and how errors become answers.',
    calls: [
      { tool: 'read', path: 'src/http/router.ts' },
      { tool: 'read', path: 'src/errors.ts' },
    ],
  },
  {
    say: 'The code `too-many-requests` with status 429 already exists, so the public error codes need no change. Next: where a caller is identified.',
    calls: [{ tool: 'read', path: 'src/auth.ts' }],
  },
  {
    say: 'The key arrives in `x-harbour-key` and becomes `context.caller.keyId`. Now the contract that must not move.',
    calls: [{ tool: 'read', path: 'docs/openapi.yaml' }],
  },
  {
    say: 'The envelope `{ error: { code, message, details? } }` is closed (`additionalProperties: false`), so anything extra has to go into `details` or a header. I check how tests start the service and who reads the remote address.',
    calls: [
      { tool: 'read', path: 'tests/helpers.ts' },
      { tool: 'search', regex: 'remoteAddress', path: 'src' },
    ],
  },
  {
    say: 'Let me see that the tests are green before I change anything.',
    calls: [{ tool: 'run', command: 'npm test', output: (random) => testLog(random, {}), exitCode: 0 }],
  },
  {
    say: 'All 146 tests pass. I write down the plan.',
    calls: [
      {
        tool: 'todo',
        items: [
          '[x] Read server, router, errors, auth and the contract',
          '[-] Count requests in the router and answer 429',
          '[ ] Limits per key and per address',
          '[ ] Leave /health alone',
          '[ ] Tests, README, CHANGELOG',
        ],
      },
    ],
  },
]
