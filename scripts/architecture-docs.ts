import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findCircles, groupNodes, reduceArrows } from './architecture/graph.ts'
import { readImports, type Imports } from './architecture/read-imports.ts'
import { findRoom, rooms } from './architecture/rooms.ts'

const root = join(import.meta.dirname, '..')
const begin = '<!-- drawn by npm run docs:cli from the imports -->'
const end = '<!-- end of the drawing -->'

/** The page of the architecture, with the drawing between its marks made anew from the imports of the sources. */
export function architectureDocs(): string {
  const page = readFileSync(join(root, 'docs', 'architecture.md'), 'utf8')
  const [from, to] = [page.indexOf(begin) + begin.length, page.indexOf(end)]
  if (!page.includes(begin) || to < from) throw new Error(`docs/architecture.md has no place marked ${begin}`)
  const imports = readImports(root)
  return `${page.slice(0, from)}\n\n${drawRooms(imports)}\n\n${listCircles(imports)}\n\n${page.slice(to)}`
}

/** The rooms with the arrows that do not follow from others. */
function drawRooms(imports: Imports): string {
  const graph = groupNodes(imports, findRoom)
  const order = rooms.map(({ id }) => id)
  const arrows = reduceArrows(graph)
    .map(([from, to]) => ({ from, to }))
    .toSorted(
      (a, b) => order.indexOf(a.from) - order.indexOf(b.from) || order.indexOf(a.to) - order.indexOf(b.to),
    )
  return [
    '```mermaid',
    'flowchart TD',
    ...rooms.filter(({ id }) => graph.has(id)).map(({ id, label }) => `  ${id}["${label}"]`),
    ...arrows.map(({ from, to }) => `  ${from} --> ${to}`),
    '```',
  ].join('\n')
}

const capability = /^src\/(?:main\/features|renderer\/screens|shared)\/(?<name>[^/]+)\//

/** Rooms that import each other, and capabilities that do within a room. */
function listCircles(imports: Imports): string {
  const between = findCircles(groupNodes(imports, findRoom))
  const within = ['services', 'jobs', 'compute', 'commands', 'screens', 'shared'].flatMap((room) =>
    findCircles(
      groupNodes(imports, (file) =>
        findRoom(file) === room ? (capability.exec(file)?.groups?.['name'] ?? null) : null,
      ),
    ).map((circle) => ({ label: rooms.find(({ id }) => id === room)?.label ?? room, circle })),
  )
  return [
    between.length === 0
      ? '- No two rooms import each other.'
      : `- Rooms that import each other: ${between.map((circle) => circle.join(', ')).join('; ')}.`,
    ...within.map(
      ({ label, circle }) => `- Folders of \`${label}\` that import each other: ${circle.join(', ')}.`,
    ),
  ].join('\n')
}
