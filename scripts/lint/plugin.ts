import { relative, sep } from 'node:path'
import { parseFault } from './guarded-json.ts'
import { printFault } from './guarded-prints.ts'
import { unpackFault } from './guarded-unpacking.ts'
import { recursiveFault, writeFault } from './guarded-writes.ts'
import { importFault } from './import-fault.ts'
import { findSpreadArguments, isProductFile } from './spread-arguments.ts'

/** The project's own lint rules; loaded by oxlint, which speaks ESLint's plugin interface. */

type Position = { readonly line: number }
type Node = {
  readonly type: string
  readonly loc: { readonly start: Position; readonly end: Position }
  readonly source?: { readonly type: string; readonly value?: unknown } | null
  readonly importKind?: string
  readonly imported?: { readonly name?: string; readonly value?: unknown }
  readonly local?: { readonly name?: string; readonly value?: unknown }
  readonly specifiers?: readonly Node[]
  readonly argument?: unknown
  readonly typeAnnotation?: { readonly typeName?: { readonly name?: string } }
  readonly declaration?: Node | null
  readonly callee?: { readonly name?: string; readonly property?: { readonly name?: string } }
  readonly arguments?: readonly {
    readonly properties?: readonly { readonly key?: { readonly name?: string; readonly value?: unknown } }[]
  }[]
  readonly name?: unknown
  readonly value?: unknown
  readonly object?: Node
  readonly property?: Node
  readonly id?: Node
  readonly init?: Node | null
  readonly properties?: readonly { readonly key?: Node }[]
}
type Comment = { readonly type: string; readonly value: string; readonly loc: Node['loc'] }
type Context = {
  readonly filename: string
  readonly cwd: string
  readonly sourceCode: {
    getAllComments(): readonly Comment[]
    getCommentsBefore(node: Node): readonly Comment[]
  }
  report(finding: { readonly message: string; readonly node: unknown }): void
}
type Rule = { create(context: Context): Record<string, (node: Node) => void> }

/** Imports across layers, static, dynamic and type-only alike. */
const layers: Rule = {
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: Node): void => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const fault = importFault(file, specifier)
      if (fault !== null) context.report({ message: fault, node: node.source })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      TSImportType: check,
    }
  },
}

/** What a module has that may be used in some files alone. */
const guardedImports = (faultOf: typeof writeFault): Rule => ({
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: Node): void => {
      const module = node.source?.value
      if (typeof module !== 'string' || node.importKind === 'type') return
      // What is imported as a whole may be used for anything.
      const names = node.specifiers?.map((one) => (one.importKind === 'type' ? 'type' : nameOf(one))) ?? ['*']
      const fault = faultOf(file, module, names)
      if (fault !== null) context.report({ message: fault, node: node.source })
    }
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    }
  },
})

/** A call that has `recursive` among its options, by the name of what is called. */
const recursiveFolders: Rule = {
  create(context) {
    const fault = recursiveFault(relative(context.cwd, context.filename).split(sep).join('/'))
    if (fault === null) return {}
    return {
      CallExpression(node) {
        const { callee } = node
        const name = callee?.property?.name ?? callee?.name ?? ''
        const isRecursive = node.arguments?.some(({ properties }) =>
          properties?.some(({ key }) => (key?.name ?? key?.value) === 'recursive'),
        )
        if (/^mkdir(Sync)?$/.test(name) && isRecursive === true) context.report({ message: fault, node })
      },
    }
  },
}

function nameOf({ type, imported, local }: Node): string {
  const name = type === 'ExportSpecifier' ? local : imported
  const text = name?.name ?? name?.value
  return typeof text === 'string' ? text : '*'
}

/** The streams of the process in one file, which makes harmless whatever goes to them. */
const guardedPrints: Rule = {
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    const check = (node: Node, names: readonly unknown[]): void => {
      const fault = printFault(file, names)
      if (fault !== null) context.report({ message: fault, node })
    }
    return {
      MemberExpression(node) {
        if (isProcess(node.object)) check(node, [spellingOf(node.property)])
      },
      VariableDeclarator(node) {
        if (isProcess(node.init)) check(node, node.id?.properties?.map(({ key }) => spellingOf(key)) ?? [])
      },
      ImportDeclaration(node) {
        const module = node.source?.value
        if (module === 'node:process' || module === 'process') check(node, node.specifiers?.map(nameOf) ?? [])
        if (module === 'node:console' || module === 'console') check(node, ['stdout'])
      },
    }
  },
}

const spellingOf = (node: Node | undefined): unknown => node?.name ?? node?.value

/** `process` itself, and `globalThis.process`. */
function isProcess(node: Node | null | undefined): boolean {
  return spellingOf(node ?? undefined) === 'process' || spellingOf(node?.property) === 'process'
}

/** `JSON.parse` by any spelling, where only `parseJson` measures how deep a value nests. */
const guardedJson: Rule = {
  create(context) {
    const fault = parseFault(relative(context.cwd, context.filename).split(sep).join('/'))
    if (fault === null) return {}
    const isJson = (node: Node | null | undefined): boolean =>
      spellingOf(node ?? undefined) === 'JSON' || spellingOf(node?.property) === 'JSON'
    return {
      MemberExpression(node) {
        if (isJson(node.object) && spellingOf(node.property) === 'parse')
          context.report({ message: fault, node })
      },
      VariableDeclarator(node) {
        if (isJson(node.init) && node.id?.properties?.some(({ key }) => spellingOf(key) === 'parse') === true)
          context.report({ message: fault, node })
      },
    }
  },
}

/** `as` only with a comment beside it that says why; `as const` asserts nothing. */
const reasonedAssertion: Rule = {
  create(context) {
    let commented: ReadonlySet<number> | null = null
    return {
      TSAsExpression(node) {
        if (node.typeAnnotation?.typeName?.name === 'const') return
        commented ??= new Set(context.sourceCode.getAllComments().map((comment) => comment.loc.end.line))
        const { start, end } = node.loc
        if (commented.has(end.line) || commented.has(start.line) || commented.has(start.line - 1)) return
        context.report({
          message: 'Say in a comment beside it why this `as` is right, or parse the value.',
          node,
        })
      },
    }
  },
}

/** Exported functions and classes carry a docstring. */
const documentedExport: Rule = {
  create(context) {
    return {
      ExportNamedDeclaration(node) {
        const kind = node.declaration?.type
        if (kind !== 'FunctionDeclaration' && kind !== 'ClassDeclaration') return
        const above = context.sourceCode.getCommentsBefore(node).at(-1)
        if (above?.type === 'Block' && above.value.startsWith('*')) return
        context.report({ message: 'Say in a docstring what this does, its units and its errors.', node })
      },
    }
  },
}

/** Data that is spread into the arguments of a call. */
const spreadArguments: Rule = {
  create(context) {
    const file = relative(context.cwd, context.filename).split(sep).join('/')
    if (!isProductFile(file)) return {}
    const check = (node: Node): void => {
      for (const found of findSpreadArguments(node))
        context.report({
          message:
            'As many arguments as a history has messages overflow the stack: use append, findLargest or a loop.',
          node: found,
        })
    }
    return { CallExpression: check, NewExpression: check }
  },
}

export default {
  meta: { name: 'dewpoint' },
  rules: {
    layers,
    'recursive-folders': recursiveFolders,
    'guarded-prints': guardedPrints,
    // What agents wrote is measured before anybody walks it.
    'guarded-json': guardedJson,
    // Writes of `node:fs` in one folder, behind the guard of the sources; unpacking in one file, with limits.
    'guarded-writes': guardedImports(writeFault),
    'guarded-unpacking': guardedImports(unpackFault),
    'reasoned-assertion': reasonedAssertion,
    'documented-export': documentedExport,
    'spread-arguments': spreadArguments,
  },
}
