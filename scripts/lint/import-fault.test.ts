import { describe, expect, it } from 'vitest'
import { importFault } from './import-fault.ts'

const allowed: readonly (readonly [string, string])[] = [
  ['src/shared/kernel/part.ts', 'zod'],
  ['src/shared/api/errors.ts', '@orpc/contract'],
  ['src/main/kernel/history/split-parts.ts', '../../../shared/kernel/part.ts'],
  ['src/main/kernel/tokens/count.ts', 'gpt-tokenizer/encoding/o200k_base'],
  ['src/main/methods/methods.ts', './own/lossless/lossless.ts'],
  ['src/main/methods/own/lossless/deltas.ts', './lines.ts'],
  ['src/main/measure/artifact-trail.ts', '../kernel/history/split-parts.ts'],
  ['src/main/agents/import-task.ts', '../kernel/history/split-parts.ts'],
  ['src/main/features/replay/compute/prepare-replay.ts', '../../../record/recorded-run.ts'],
  ['src/main/features/replay/compute/cost/pay.ts', '../prepare-replay.ts'],
  ['src/main/features/library/jobs/view-requests.ts', '../../condensations/compute/autopsy.ts'],
  ['src/main/features/home/measure-task.ts', '../condense/run-service.ts'],
  ['src/main/features/home/handlers.ts', '../library/follow/library-service.ts'],
  ['src/main/features/replay/commands/replay.ts', '../../../terminal/context.ts'],
  ['src/main/jobs/jobs.ts', '../features/replay/jobs/replay-task.ts'],
  ['src/main/platform/store/open-store.ts', 'better-sqlite3'],
  ['src/main/platform/workers/pool.ts', 'piscina'],
  ['src/main/compose.ts', './api/router.ts'],
  ['src/main/hosts/electron/window.ts', 'electron'],
  ['src/main/hosts/electron/main.ts', '../../compose.ts'],
  ['src/main/cli/commands/doors/serve.ts', '../../../hosts/web/start-web-host.ts'],
  ['src/main/cli/program.ts', '../features/replay/commands/replay.ts'],
  ['src/main/cli/main.ts', '../../../package.json'],
  ['src/renderer/screens/library/library.tsx', '../../data/queries.ts'],
  ['src/renderer/ui/components/setup.ts', 'monaco-editor/esm/vs/editor/editor.worker?worker'],
  ['src/renderer/data/transport.ts', '@orpc/client/fetch'],
  ['src/renderer/ui/plots/scatter.tsx', 'recharts'],
  ['src/renderer/ui/plots/scatter.tsx', '../components/variant-shape.ts'],
  ['src/main/kernel/history/split-parts.test.ts', '../../agents/import-task.ts'],
  ['packages/condense/src/index.ts', '../../../src/main/methods/run-method.ts'],
  ['packages/condense/src/published.test.ts', 'node:fs'],
  ['packages/condense/build.ts', 'rolldown'],
  ['scripts/gate.ts', 'anything'],
]

const forbidden: readonly (readonly [string, string, string])[] = [
  ['src/shared/kernel/part.ts', 'node:fs', 'src/shared runs without Node and may not import node:fs'],
  ['src/shared/kernel/x.ts', '../../main/kernel/y.ts', 'src/shared may not import src/main/kernel'],
  ['src/main/kernel/x.ts', 'node:fs', 'src/main/kernel runs without Node and may not import node:fs'],
  ['src/main/kernel/x.ts', '../methods/run-method.ts', 'src/main/kernel may not import src/main/methods'],
  [
    'packages/condense/src/index.ts',
    'node:fs',
    'packages/condense/src runs without Node and may not import node:fs',
  ],
  [
    'packages/condense/src/index.ts',
    '../../../src/main/platform/llm/create-model.ts',
    'packages/condense/src may not import src/main/platform/llm',
  ],
  [
    'src/main/methods/run-method.ts',
    '../platform/store/open-store.ts',
    'src/main/methods may not import src/main/platform/store',
  ],
  [
    'src/main/methods/x.ts',
    '@anthropic-ai/sdk',
    'src/main/methods may not import the package @anthropic-ai/sdk',
  ],
  [
    'src/main/methods/own/smart/passes.ts',
    '../lossless/lossless.ts',
    'methods never import each other: smart may not import lossless',
  ],
  ['src/main/measure/x.ts', 'node:fs', 'src/main/measure runs without Node and may not import node:fs'],
  [
    'src/main/measure/x.ts',
    '../platform/store/open-store.ts',
    'src/main/measure may not import src/main/platform/store',
  ],
  ['src/main/agents/x.ts', '../kernel/tokens/count.ts', 'src/main/agents may not import src/main/kernel'],
  [
    'src/main/features/replay/compute/x.ts',
    'node:fs',
    'src/main/features/replay/compute runs without Node and may not import node:fs',
  ],
  [
    'src/main/features/replay/compute/x.ts',
    '../../../record/requests/match-requests.ts',
    'src/main/features/replay/compute may not import src/main/record',
  ],
  [
    'src/main/features/replay/compute/x.ts',
    '../../timeline/compute/y.ts',
    'src/main/features/replay/compute may not import src/main/features/timeline/compute',
  ],
  [
    'src/main/features/replay/compute/x.ts',
    '../run-sweep.ts',
    'src/main/features/replay/compute may not import src/main/features/replay',
  ],
  [
    'src/main/features/replay/jobs/x.ts',
    '../../../platform/queue/queue.ts',
    'src/main/features/replay/jobs may not import src/main/platform/queue',
  ],
  [
    'src/main/features/home/x.ts',
    '../experiments/parts/read-part.ts',
    'src/main/features/home may not import src/main/features/experiments',
  ],
  [
    'src/main/features/home/x.ts',
    'better-sqlite3',
    'src/main/features/home may not import the package better-sqlite3',
  ],
  [
    'src/main/features/replay/commands/x.ts',
    '../../../kernel/y.ts',
    'src/main/features/replay/commands may not import src/main/kernel',
  ],
  [
    'src/main/features/replay/x.ts',
    './commands/replay.ts',
    'src/main/features/replay may not import src/main/features/replay/commands',
  ],
  ['src/main/record/x.ts', '../measure/y.ts', 'src/main/record may not import src/main/measure'],
  ['src/main/compose.ts', './cli/main.ts', 'src/main may not import src/main/cli'],
  [
    'src/main/hosts/web/start-web-host.ts',
    'electron',
    'src/main/hosts/web may not import the package electron',
  ],
  [
    'src/main/hosts/web/x.ts',
    '../../platform/store/open-store.ts',
    'src/main/hosts/web may not import src/main/platform/store',
  ],
  ['src/main/cli/main.ts', '../methods/run-method.ts', 'src/main/cli may not import src/main/methods'],
  ['src/renderer/main.tsx', '../main/compose.ts', 'src/renderer may not import src/main'],
  ['src/renderer/ui/x.tsx', '../data/queries.ts', 'src/renderer/ui may not import src/renderer/data'],
  [
    'src/renderer/ui/x.tsx',
    '@tanstack/react-query',
    'src/renderer/ui may not import the package @tanstack/react-query',
  ],
  ['src/renderer/screens/x.tsx', '@orpc/client', 'src/renderer may not import the package @orpc/client'],
  ['src/renderer/screens/x.tsx', 'recharts', 'src/renderer may not import the package recharts'],
  [
    'src/renderer/ui/plots/x.tsx',
    '../../data/y.ts',
    'src/renderer/ui/plots may not import src/renderer/data',
  ],
  [
    'src/renderer/x.test.ts',
    '../main/compose.ts',
    'tests of src/renderer may not import src/main/compose.ts',
  ],
  [
    'src/main/plugins/x.ts',
    'zod',
    'src/main/plugins/x.ts belongs to no layer: add its folder to scripts/lint/layers.ts',
  ],
]

describe('the layers', () => {
  it.each(allowed)('let %s import %s', (file, specifier) => {
    expect(importFault(file, specifier)).toBeNull()
  })

  it.each(forbidden)('keep %s from importing %s', (file, specifier, reason) => {
    expect(importFault(file, specifier)).toBe(reason)
  })
})
