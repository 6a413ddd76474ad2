import { loadLog, testLog } from '../terminal.ts'
import type { Turn } from '../turn.ts'
import { limiterSuites } from './token-bucket.ts'

const addressSuites = {
  ...limiterSuites,
  'tests/client-address.test.ts': [
    'a direct caller',
    'a direct caller who lies',
    'a caller behind the balancer',
    'a caller behind two of our proxies',
    'a forged first hop',
    'a hop that is no address',
    'a mapped address',
    'the balancer itself',
  ].map((subject) => `client address > of ${subject}`),
}

/** What a cut at 70 % leaves to be done: it needs the rules, the numbers and the decisions from before. */
export const continuation: readonly Turn[] = [
  {
    say: 'That is a real hole. I read how the service is run and how its configuration is read.',
    calls: [
      { tool: 'read', path: 'README.md' },
      { tool: 'read', path: 'src/config.ts' },
    ],
  },
  {
    say: 'The balancer is 10.20.0.5 and the service then listens on 0.0.0.0. Node has `BlockList` with CIDR ranges built in since version 15, so Node 20 needs no package for this.',
    calls: [
      { tool: 'write', path: 'src/limits/client-address.ts', source: 'client-address.ts' },
      { tool: 'write', path: 'tests/client-address.test.ts', source: 'client-address.test.ts' },
    ],
  },
  {
    say: 'The list of proxies comes from the environment, empty by default: then the header counts for nothing.',
    calls: [
      {
        tool: 'edit',
        path: 'src/config.ts',
        edits: [
          {
            search: '  readonly apiKeys: readonly ApiKey[]\n',
            replace:
              '  readonly apiKeys: readonly ApiKey[]\n  /** Addresses and ranges whose X-Forwarded-For counts. */\n  readonly trustedProxies: readonly string[]\n',
          },
          {
            search: "    apiKeys: readKeys(env['HARBOUR_KEYS'] ?? 'config/keys.yaml'),\n",
            replace:
              "    apiKeys: readKeys(env['HARBOUR_KEYS'] ?? 'config/keys.yaml'),\n    trustedProxies: (env['HARBOUR_TRUSTED_PROXIES'] ?? '').split(',').map((entry) => entry.trim()).filter(Boolean),\n",
          },
        ],
      },
    ],
  },
  {
    say: 'The limiter asks for the address through it; the server passes it in.',
    calls: [
      {
        tool: 'edit',
        path: 'src/limits/rate-limit.ts',
        edits: [
          {
            search: "import { TokenBuckets, type Limit } from './token-bucket.js'\n",
            replace:
              "import type { AddressOf } from './client-address.js'\nimport { TokenBuckets, type Limit } from './token-bucket.js'\n",
          },
          {
            search:
              'export function limitRate(limits: RateLimits, buckets: TokenBuckets = new TokenBuckets()): Before {',
            replace:
              'export function limitRate(limits: RateLimits, addressOf: AddressOf, buckets = new TokenBuckets()): Before {',
          },
          {
            search: 'const { name, limit } = bucketOf(context, limits)',
            replace: 'const { name, limit } = bucketOf(context, limits, addressOf)',
          },
          {
            search:
              'function bucketOf(context: Context, limits: RateLimits): { name: string; limit: Limit } {',
            replace:
              "function bucketOf(context: Context, limits: RateLimits, addressOf: AddressOf): { name: string; limit: Limit } {\n  const address = addressOf(context.remoteAddress, context.headers['x-forwarded-for'])",
          },
          { search: 'name: `address:${context.remoteAddress}`', replace: 'name: `address:${address}`' },
        ],
      },
      {
        tool: 'edit',
        path: 'src/server.ts',
        edits: [
          {
            search: "import { defaultLimits, limitRate } from './limits/rate-limit.js'\n",
            replace:
              "import { clientAddress } from './limits/client-address.js'\nimport { defaultLimits, limitRate } from './limits/rate-limit.js'\n",
          },
          {
            search: 'limitRate(defaultLimits)',
            replace: 'limitRate(defaultLimits, clientAddress(config.trustedProxies))',
          },
        ],
      },
    ],
  },
  {
    say: 'Types and all tests:',
    calls: [
      {
        tool: 'run',
        command: 'npm run typecheck',
        output: '> harbour@2.4.0 typecheck\n> tsc -p tsconfig.json --noEmit',
        exitCode: 0,
      },
      { tool: 'run', command: 'npm test', output: (random) => testLog(random, addressSuites), exitCode: 0 },
    ],
  },
  {
    say: 'Two callers behind a simulated balancer, for half a minute:',
    calls: [
      {
        tool: 'run',
        command:
          'HARBOUR_TRUSTED_PROXIES=127.0.0.1 npm run load -- --seconds 30 --forwarded 198.51.100.1,198.51.100.2',
        output: (random) => loadLog(random, 30, 1),
        exitCode: 0,
      },
    ],
  },
  {
    say: 'Each has a bucket of its own. The documents:',
    calls: [
      { tool: 'read', path: 'CHANGELOG.md' },
      { tool: 'read', path: 'README.md' },
    ],
  },
  {
    say: 'A new variable and a new behaviour, no change of the API: that is 2.5.0.',
    calls: [
      {
        tool: 'edit',
        path: 'CHANGELOG.md',
        edits: [
          {
            search: '# Changelog\n',
            replace:
              '# Changelog\n\n## 2.5.0\n- Callers that ask too often get 429 with Retry-After: 120 a minute per key (burst 20), 30 a minute per address without a key (burst 10). /health is exempt.\n- `HARBOUR_TRUSTED_PROXIES` names the proxies whose X-Forwarded-For counts.\n',
          },
        ],
      },
      {
        tool: 'edit',
        path: 'README.md',
        edits: [
          {
            search: '| HARBOUR_KEYS | config/keys.yaml | hashed API keys |\n',
            replace:
              '| HARBOUR_KEYS | config/keys.yaml | hashed API keys |\n| HARBOUR_TRUSTED_PROXIES | none | addresses and ranges whose X-Forwarded-For counts, such as 10.20.0.5 |\n',
          },
        ],
      },
    ],
  },
  {
    say: 'A last look at what differs from where we started.',
    calls: [
      {
        tool: 'run',
        command: 'git status --short && git diff --stat',
        output:
          ' M CHANGELOG.md\n M README.md\n M src/config.ts\n M src/server.ts\n?? src/limits/\n?? tests/client-address.test.ts\n?? tests/rate-limit.test.ts\n?? tests/token-bucket.test.ts\n CHANGELOG.md  | 4 ++++\n README.md     | 1 +\n src/config.ts | 3 +++\n src/server.ts | 4 +++-\n 4 files changed, 11 insertions(+), 1 deletion(-)',
        exitCode: 0,
      },
    ],
  },
  {
    say: 'router.ts, auth.ts, docs/openapi.yaml and package.json are not in the list, as agreed.',
    calls: [
      {
        tool: 'complete',
        result:
          'Anonymous callers behind the balancer now have a bucket each. X-Forwarded-For counts only on connections from HARBOUR_TRUSTED_PROXIES, and only up to the last hop that is not one of ours. README and CHANGELOG describe it. Set HARBOUR_TRUSTED_PROXIES=10.20.0.5 in production.',
        feedback:
          'Works on staging. One more thing: the marina that caused all this gets 20 a minute with a burst of 5, the others stay as they are. Make that an optional field of a key in config/keys.yaml. All the rules from the start still hold.',
      },
    ],
  },
  {
    say: 'The entries of config/keys.yaml are parsed in src/config.ts. `ApiKey` is declared in src/auth.ts, which is under review, so the limit must not become a field of that type. I read the configuration as it is now.',
    calls: [
      { tool: 'read', path: 'src/config.ts' },
      { tool: 'read', path: 'src/auth.ts' },
    ],
  },
  {
    say: 'A second reading of the same entries into a map from key id to limit keeps auth.ts out of it.',
    calls: [
      { tool: 'write', path: 'src/limits/key-limits.ts', source: 'key-limits.ts' },
      {
        tool: 'edit',
        path: 'src/limits/rate-limit.ts',
        edits: [
          {
            search: '  readonly keyed: Limit\n',
            replace:
              '  readonly keyed: Limit\n  /** Own limits of single keys, by key id. */\n  readonly byKey?: ReadonlyMap<string, Limit>\n',
          },
          {
            search: 'limit: limits.keyed }',
            replace: 'limit: limits.byKey?.get(context.caller.keyId) ?? limits.keyed }',
          },
        ],
      },
      {
        tool: 'edit',
        path: 'src/config.ts',
        edits: [
          {
            search: "import type { ApiKey } from './auth.js'\n",
            replace:
              "import type { ApiKey } from './auth.js'\nimport { readKeyLimits } from './limits/key-limits.js'\nimport type { Limit } from './limits/token-bucket.js'\n",
          },
          {
            search: '  readonly trustedProxies: readonly string[]\n',
            replace:
              '  readonly trustedProxies: readonly string[]\n  readonly keyLimits: ReadonlyMap<string, Limit>\n',
          },
          {
            search: '    trustedProxies: (env',
            replace:
              "    keyLimits: readKeyLimits(parse(readFileSync(env['HARBOUR_KEYS'] ?? 'config/keys.yaml', 'utf8'))),\n    trustedProxies: (env",
          },
        ],
      },
      {
        tool: 'edit',
        path: 'src/server.ts',
        edits: [
          {
            search: 'limitRate(defaultLimits, clientAddress(config.trustedProxies))',
            replace:
              'limitRate({ ...defaultLimits, byKey: config.keyLimits }, clientAddress(config.trustedProxies))',
          },
        ],
      },
    ],
  },
  {
    say: 'Types, tests and the contract once more:',
    calls: [
      {
        tool: 'run',
        command: 'npm run typecheck',
        output: '> harbour@2.4.0 typecheck\n> tsc -p tsconfig.json --noEmit',
        exitCode: 0,
      },
      { tool: 'run', command: 'npm test', output: (random) => testLog(random, addressSuites), exitCode: 0 },
    ],
  },
  {
    say: 'All green.',
    calls: [
      {
        tool: 'complete',
        result:
          'A key in config/keys.yaml may now carry `limit: { perMinute: 20, burst: 5 }`; keys without it keep 120 and 20. auth.ts, router.ts and docs/openapi.yaml are unchanged, Node 20 and the dependencies too.',
        feedback: 'Merged, thank you. That is all for today.',
      },
    ],
  },
]
