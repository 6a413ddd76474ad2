import { loadLog, testLog, type FailedTest } from '../terminal.ts'
import type { Turn } from '../turn.ts'

const bucketTests = [
  'token buckets > allow a burst and then refuse',
  'token buckets > fill by one token per period',
  'token buckets > keep names apart',
  'token buckets > never hold more than the burst',
  'token buckets > are forgotten once they are full',
]
const limitTests = [
  'rate limits > let an anonymous caller burst to ten',
  'rate limits > let a key burst to twenty',
  'rate limits > answer in the usual envelope with Retry-After',
  'rate limits > never touch /health',
  'rate limits > do not let /health use up tokens',
]
export const limiterSuites = {
  'tests/token-bucket.test.ts': bucketTests,
  'tests/rate-limit.test.ts': limitTests,
}

const roundingFailure = ` RUN  v2.1.8 /home/mara/code/harbour

 FAIL  tests/token-bucket.test.ts > token buckets > fill by one token per period
AssertionError: expected false to be true // Object.is equality

- Expected
+ Received

- true
+ false

 ❯ tests/token-bucket.test.ts:23:44
     21|     for (let n = 0; n < 3; n += 1) buckets.take('a', limit)
     22|     for (let n = 0; n < 10; n += 1) wait(100)
     23|     expect(buckets.take('a', limit).allowed).toBe(true)
       |                                              ^

 Test Files  1 failed (1)
      Tests  1 failed | 4 passed (5)`

const healthFailures: readonly FailedTest[] = limitTests.slice(3).map((name) => ({
  file: 'tests/rate-limit.test.ts',
  name,
  error: [
    'AssertionError: expected [ 200, 200, 200, 200, 200, …(195) ] to deeply equal [ 200, 200, 200, 200, 200, …(195) ]',
    '  at tests/rate-limit.test.ts:55:42',
    '  at processTicksAndRejections (node:internal/process/task_queues:105:5)',
  ],
}))

/** The second attempt, in the right place. */
export const tokenBucket: readonly Turn[] = [
  {
    say: 'Thank you. The buckets first, with the clock as a function and no timer inside.',
    calls: [
      { tool: 'write', path: 'src/limits/token-bucket.ts', source: 'token-bucket.ts' },
      { tool: 'write', path: 'tests/token-bucket.test.ts', source: 'token-bucket.test.ts' },
    ],
  },
  {
    say: 'These run without the service.',
    calls: [
      {
        tool: 'run',
        command: 'npx vitest run tests/token-bucket.test.ts --reporter=dot',
        output: roundingFailure,
        exitCode: 1,
      },
    ],
  },
  {
    say: 'One failure, and an instructive one. I look at the arithmetic.',
    calls: [{ tool: 'read', path: 'src/limits/token-bucket.ts' }],
  },
  {
    say: 'Ten times 100 ms at 60 per minute adds up to 0.9999999999999999 of a token in floating point. I count in whole millionths of a token, so that equal sums are equal.',
    calls: [
      {
        tool: 'edit',
        path: 'src/limits/token-bucket.ts',
        edits: [
          {
            search:
              '    bucket.tokens = Math.min(limit.burst, bucket.tokens + (nowMs - bucket.updatedMs) * perMs)\n',
            replace:
              '    bucket.tokens = Math.min(limit.burst, exact(bucket.tokens + (nowMs - bucket.updatedMs) * perMs))\n',
          },
          {
            search: 'type Bucket = { tokens: number; updatedMs: number }\n',
            replace:
              'type Bucket = { tokens: number; updatedMs: number }\n\n/** Rounds to millionths: many small refills must add up to what one big refill gives. */\nfunction exact(tokens: number): number {\n  return Math.round(tokens * 1_000_000) / 1_000_000\n}\n',
          },
        ],
      },
      {
        tool: 'run',
        command: 'npx vitest run tests/token-bucket.test.ts --reporter=dot',
        output:
          ' RUN  v2.1.8 /home/mara/code/harbour\n\n·····\n\n Test Files  1 passed (1)\n      Tests  5 passed (5)',
        exitCode: 0,
      },
    ],
  },
  {
    say: 'Now the step itself, and its tests against the real service.',
    calls: [
      { tool: 'write', path: 'src/limits/rate-limit.ts', source: 'rate-limit.ts' },
      { tool: 'write', path: 'tests/rate-limit.test.ts', source: 'rate-limit.test.ts' },
    ],
  },
  {
    say: 'It goes into the list of steps, after `authenticate`. I read the server again, because my last look at it is a while ago.',
    calls: [{ tool: 'read', path: 'src/server.ts' }],
  },
  {
    say: 'Unchanged. One import, one entry.',
    calls: [
      {
        tool: 'edit',
        path: 'src/server.ts',
        edits: [
          {
            search: "import { healthRoutes } from './http/health.js'\n",
            replace:
              "import { healthRoutes } from './http/health.js'\nimport { defaultLimits, limitRate } from './limits/rate-limit.js'\n",
          },
          {
            search: 'before: [authenticate(config.apiKeys)],',
            replace: 'before: [authenticate(config.apiKeys), limitRate(defaultLimits)],',
          },
        ],
      },
    ],
  },
  {
    say: 'Everything together:',
    calls: [
      {
        tool: 'run',
        command: 'npm test',
        output: (random) => testLog(random, limiterSuites, healthFailures),
        exitCode: 1,
      },
    ],
  },
  {
    say: 'The contract is green, but /health is limited: `before` steps run for every route. I check whether the router offers a way to leave one out.',
    calls: [{ tool: 'read', path: 'src/http/router.ts' }],
  },
  {
    say: 'It does not, and it must not change. So the step itself lets /health through before it looks for a bucket, which also keeps it as cheap as you asked.',
    calls: [
      {
        tool: 'edit',
        path: 'src/limits/rate-limit.ts',
        edits: [
          {
            search: '  return (context) => {\n    const { name, limit }',
            replace:
              "  return (context) => {\n    // The balancer polls it every second: no bucket, no lookup.\n    if (context.path === '/health') return undefined\n    const { name, limit }",
          },
        ],
      },
      {
        tool: 'run',
        command: 'npm test',
        output: (random) => testLog(random, limiterSuites),
        exitCode: 0,
      },
    ],
  },
  {
    say: 'Green. A minute of real load shows whether memory and latency stay flat.',
    calls: [
      {
        tool: 'run',
        command: 'npm run load -- --seconds 90 --key test-key-brygge',
        output: (random) => loadLog(random, 90, 2),
        exitCode: 0,
      },
    ],
  },
  {
    say: 'Two requests a second pass, the rest is refused in well under a millisecond, memory is flat.',
    calls: [
      {
        tool: 'complete',
        result:
          'Rate limiting works: token buckets in src/limits/, one step after `authenticate`. Keys: 120 per minute, burst 20. Anonymous callers: 30 per minute, burst 10, per address. 429 comes in the usual envelope with Retry-After; /health never takes a bucket. router.ts, auth.ts and the contract are untouched, no new dependency, no sleep in a test.',
        feedback:
          'Good. But in production every anonymous caller arrives through the load balancer, so they would all share the bucket of 10.20.0.5 and lock each other out. Look at the README for how we run it. Trust X-Forwarded-For only from proxies that are configured, nobody else may choose their own address. Then README and CHANGELOG please.',
      },
    ],
  },
]
