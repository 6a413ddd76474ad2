/** Which arguments of a call are spread though nothing bounds how many they are: the stack ends at some 120,000. */

type Node = Readonly<Record<string, unknown>> & { readonly type: string }

/**
 * The arguments of a call that may be as many as the messages of a history. What is written out in the call, what a
 * module holds or imports, and the rest parameter of a function around it are not: those are as many as somebody wrote.
 */
export function findSpreadArguments(call: Node): readonly Node[] {
  return nodesIn(call['arguments']).filter(
    ({ type, argument }) => type === 'SpreadElement' && isNode(argument) && !isBounded(argument, call),
  )
}

/** Whether a file is part of the product, where such calls are refused. */
export function isProductFile(file: string): boolean {
  return /^(?:src|packages\/[^/]+\/src)\//.test(file) && !/\.test\.tsx?$|\/testing\//.test(file)
}

function isBounded(value: Node, call: Node): boolean {
  if (value.type === 'ArrayExpression')
    return nodesIn(value['elements']).every(({ type }) => type !== 'SpreadElement')
  if (value.type === 'ConditionalExpression')
    return [value['consequent'], value['alternate']].every((one) => isNode(one) && isBounded(one, call))
  return value.type === 'Identifier' && isWrittenOut(value['name'], call)
}

function isWrittenOut(name: unknown, call: Node): boolean {
  for (let around = call['parent']; isNode(around); around = around['parent']) {
    for (const { type, argument } of nodesIn(around['params']))
      if (type === 'RestElement' && isNode(argument) && argument['name'] === name) return true
    if (around.type === 'Program')
      return nodesIn(around['body']).some((statement) => declares(statement, name))
  }
  return false
}

function declares(statement: Node, name: unknown): boolean {
  const own = isNode(statement['declaration']) ? statement['declaration'] : statement
  const locals = nodesIn(own['specifiers']).map(({ local }) => local)
  const ids = own['kind'] === 'const' ? nodesIn(own['declarations']).map(({ id }) => id) : []
  return [...locals, ...ids].some((one) => isNode(one) && one['name'] === name)
}

function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}
