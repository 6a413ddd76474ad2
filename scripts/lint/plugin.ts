import { relative, sep } from 'node:path'
import { importFault } from './import-fault.ts'
import { unpackFault } from './guarded-unpacking.ts'
import { writeFault } from './guarded-writes.ts'

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

function nameOf({ type, imported, local }: Node): string {
  const name = type === 'ExportSpecifier' ? local : imported
  const text = name?.name ?? name?.value
  return typeof text === 'string' ? text : '*'
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

export default {
  meta: { name: 'dewpoint' },
  rules: {
    layers,
    // Writes of `node:fs` in one folder, behind the guard of the sources; unpacking in one file, with limits.
    'guarded-writes': guardedImports(writeFault),
    'guarded-unpacking': guardedImports(unpackFault),
    'reasoned-assertion': reasonedAssertion,
    'documented-export': documentedExport,
  },
}
