import { describe, expect, it } from 'vitest'
import { findCircles, groupNodes, reduceArrows } from './graph.ts'
import { findTargets } from './read-imports.ts'
import { findRoom } from './rooms.ts'

const graph = groupNodes(
  new Map([
    ['door/a', ['service/a', 'kernel/a', 'door/b']],
    ['service/a', ['kernel/a', 'jobs/a']],
    ['jobs/a', ['service/b', 'kernel/b']],
  ]),
  (node) => node.split('/')[0] ?? null,
)

describe('a drawing of the architecture', () => {
  it('leaves out arrows that follow from others', () => {
    expect(reduceArrows(graph).map((arrow) => arrow.join(' to '))).toEqual([
      'door to service',
      'service to kernel',
      'service to jobs',
      'jobs to service',
      'jobs to kernel',
    ])
  })

  it('finds rooms that import each other', () => {
    expect(findCircles(graph)).toEqual([['jobs', 'service']])
  })

  it.each([
    ['src/main/features/replay/compute/cost/a.ts', 'compute'],
    ['src/main/features/replay/replay-service.ts', 'services'],
    ['src/main/platform/files/unpack.ts', 'files'],
    ['src/main/compose.ts', 'compose'],
    ['resources/presets/a.json', null],
  ])('puts %s into %s', (file, room) => {
    expect(findRoom(file)).toBe(room)
  })

  it('reads imports of several lines, types, exports and late ones', () => {
    const text = [
      "import { z } from 'zod'",
      'import {\n  a,\n  b,\n} from "./none.ts"',
      "import {\n  a,\n} from '../kernel/a.ts'",
      "import type { B } from './b.ts'",
      "export { c } from './c.ts'",
      "const late = await import('./late.ts')",
    ].join('\n')
    expect(findTargets('src/main/api/x.ts', text)).toEqual([
      'src/main/kernel/a.ts',
      'src/main/api/b.ts',
      'src/main/api/c.ts',
      'src/main/api/late.ts',
    ])
  })
})
