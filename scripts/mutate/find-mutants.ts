import { parseSync } from 'vite'

/** A change of a source that a good test notices. */
export type Mutant = {
  readonly start: number
  readonly end: number
  /** What stands there instead. */
  readonly text: string
}

type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '===': ['!=='],
  '!==': ['==='],
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
}

/** All mutants of a source: other operators, conditions that always or never hold, other numbers, no negation. */
export function findMutants(code: string): Mutant[] {
  const found: Mutant[] = []
  const add = ({ start, end }: Pick<Node, 'start' | 'end'>, ...texts: readonly string[]): void => {
    for (const text of texts) if (code.slice(start, end) !== text) found.push({ start, end, text })
  }
  const visit = (node: Node): void => {
    // Types are gone when a test runs.
    if (node.type.startsWith('TS') && !/^TS(?:As|Satisfies|NonNull)/.test(node.type)) return
    mutate(node, code, add)
    for (const value of Object.values(node)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  const program: unknown = parseSync('source.ts', code).program
  if (isNode(program)) visit(program)
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

function mutate(
  node: Node,
  code: string,
  add: (at: Pick<Node, 'start' | 'end'>, ...texts: readonly string[]) => void,
): void {
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const { operator, left, right } = node
      if (typeof operator !== 'string' || !isNode(left) || !isNode(right)) return
      const start = code.indexOf(operator, left.end)
      const texts = otherOperators[operator] ?? []
      if (start < right.start) add({ start, end: start + operator.length }, ...texts)
      return
    }
    case 'IfStatement':
    case 'ConditionalExpression':
      if (isNode(node['test'])) add(node['test'], 'true', 'false')
      return
    case 'UnaryExpression':
      if (node['operator'] === '!') add({ start: node.start, end: node.start + 1 }, '')
      return
    case 'Literal':
      if (typeof node['value'] === 'number') add(node, String(node['value'] + 1))
      if (typeof node['value'] === 'boolean') add(node, String(!node['value']))
      return
    default:
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}
