import { describe, expect, it } from 'vitest'
import { importFault } from './import-fault.ts'

const allowed: readonly (readonly [string, string])[] = [
  ['src/shared/kernel/part.ts', 'zod'],
  ['src/shared/api/errors.ts', '@orpc/contract'],
  ['src/main/methods/manager.ts', './registry.ts'],
  ['src/main/kernel/history/split-parts.ts', '../../../shared/domain/part.ts'],
  ['src/main/engine/tokens/count.ts', 'gpt-tokenizer/encoding/o200k_base'],
  ['src/main/methods/registry.ts', './providers/lossless.ts'],
  ['src/main/engine/providers/lossless/deltas.ts', './lines.ts'],
  ['src/main/evaluation/artifact-trail.ts', '../engine/history/split-parts.ts'],
  ['src/main/agents/import-task.ts', '../engine/history/split-parts.ts'],
  ['src/main/features/replay/compute/prepare-replay.ts', '../record/recorded-run.ts'],
  ['src/main/features/replay/jobs/replay-task.ts', '../../../record/reconstruct.ts'],
  ['src/main/platform/store/open-store.ts', 'better-sqlite3'],
  ['src/main/workers/pool.ts', 'piscina'],
  ['src/main/features/library/tasks-handlers.ts', '../store/open-store.ts'],
  ['src/main/compose.ts', './api/router.ts'],
  ['src/main/hosts/electron/window.ts', 'electron'],
  ['src/main/hosts/electron/main.ts', '../../compose.ts'],
  ['src/main/cli/commands/doors/serve.ts', '../../../hosts/web/start-web-host.ts'],
  ['src/main/cli/main.ts', '../../../package.json'],
  ['src/renderer/views/library/library.tsx', '../../data/queries.ts'],
  ['src/renderer/components/monaco/setup.ts', 'monaco-editor/esm/vs/editor/editor.worker?worker'],
  ['src/renderer/data/transport.ts', '@orpc/client/fetch'],
  ['src/renderer/ui/plots/scatter.tsx', 'recharts'],
  ['src/renderer/ui/plots/scatter.tsx', '../components/variant-shape.ts'],
  ['src/main/kernel/history/split-parts.test.ts', '../../importers/import-task.ts'],
  ['packages/condense/src/index.ts', '../../../src/main/engine/manager.ts'],
  ['packages/condense/src/published.test.ts', 'node:fs'],
  ['packages/condense/build.ts', 'rolldown'],
  ['scripts/gate.ts', 'anything'],
]

const forbidden: readonly (readonly [string, string, string])[] = [
  ['src/shared/kernel/part.ts', 'node:fs', 'src/shared runs without Node and may not import node:fs'],
  ['src/shared/lib/x.ts', '../../main/engine/y.ts', 'src/shared may not import src/main/engine'],
  ['src/main/methods/manager.ts', 'node:fs', 'src/main/engine runs without Node and may not import node:fs'],
  [
    'packages/condense/src/index.ts',
    'node:fs',
    'packages/condense/src runs without Node and may not import node:fs',
  ],
  [
    'packages/condense/src/index.ts',
    '../../../src/main/llm/create-model.ts',
    'packages/condense/src may not import src/main/llm',
  ],
  ['src/main/methods/manager.ts', '../store/open-store.ts', 'src/main/engine may not import src/main/store'],
  [
    'src/main/engine/x.ts',
    '@anthropic-ai/sdk',
    'src/main/engine may not import the package @anthropic-ai/sdk',
  ],
  [
    'src/main/engine/providers/smart/passes.ts',
    '../lossless.ts',
    'providers never import each other: smart may not import lossless',
  ],
  ['src/main/evaluation/x.ts', 'node:fs', 'src/main/evaluation runs without Node and may not import node:fs'],
  ['src/main/evaluation/x.ts', '../store/open-store.ts', 'src/main/evaluation may not import src/main/store'],
  [
    'src/main/importers/x.ts',
    '../engine/tokens/count.ts',
    'src/main/importers may not import src/main/engine',
  ],
  [
    'src/main/features/library/tasks-handlers.ts',
    'better-sqlite3',
    'src/main/api may not import the package better-sqlite3',
  ],
  [
    'src/main/replay/x.ts',
    '../record/requests/match-requests.ts',
    'src/main/replay may not import src/main/record',
  ],
  ['src/main/record/x.ts', '../replay/y.ts', 'src/main/record may not import src/main/replay'],
  ['src/main/compose.ts', './cli/main.ts', 'src/main may not import src/main/cli'],
  [
    'src/main/hosts/web/start-web-host.ts',
    'electron',
    'src/main/hosts/web may not import the package electron',
  ],
  [
    'src/main/hosts/web/x.ts',
    '../../store/open-store.ts',
    'src/main/hosts/web may not import src/main/store',
  ],
  ['src/main/cli/main.ts', '../engine/manager.ts', 'src/main/cli may not import src/main/engine'],
  ['src/renderer/main.tsx', '../main/compose.ts', 'src/renderer may not import src/main'],
  [
    'src/renderer/components/x.tsx',
    '../data/queries.ts',
    'src/renderer/components may not import src/renderer/data',
  ],
  [
    'src/renderer/components/x.tsx',
    '@tanstack/react-query',
    'src/renderer/components may not import the package @tanstack/react-query',
  ],
  ['src/renderer/views/x.tsx', '@orpc/client', 'src/renderer may not import the package @orpc/client'],
  ['src/renderer/views/x.tsx', 'recharts', 'src/renderer may not import the package recharts'],
  ['src/renderer/plots/x.tsx', '../data/y.ts', 'src/renderer/plots may not import src/renderer/data'],
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
