import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { isolatedDeclarationSync } from 'rolldown/experimental'

/** Modules with public types; no other module may be named in their declarations. */
const declared = ['index', 'condense-error', 'planted', 'types']

const source = join(import.meta.dirname, 'src')

/** Builds the package into a folder, which is emptied first: one module without imports, and its declarations. */
export async function buildPackage(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const bundle = await rolldown({
    input: join(source, 'index.ts'),
    platform: 'neutral',
    resolve: { mainFields: ['module', 'main'] },
  })
  const { output } = await bundle.write({
    dir: folder,
    format: 'esm',
    minify: { compress: true, mangle: false },
  })
  await bundle.close()
  const imported = output.flatMap((part) =>
    part.type === 'chunk' ? [...part.imports, ...part.dynamicImports] : [],
  )
  if (imported.length > 0 || output.length !== 1)
    throw new Error(
      `The package would not stand alone: ${[...imported, ...output.map(({ fileName }) => fileName)].join(', ')}`,
    )
  for (const name of declared) await writeFile(join(folder, `${name}.d.ts`), await buildDeclarations(name))
}

async function buildDeclarations(name: string): Promise<string> {
  const path = join(source, `${name}.ts`)
  const { code, errors } = isolatedDeclarationSync(path, await readFile(path, 'utf8'), { sourcemap: false })
  if (errors.length > 0)
    throw new Error(`No declarations of ${path}: ${errors.map(({ message }) => message).join('; ')}`)
  const foreign = [...code.matchAll(/from ['"]([^'"]+)['"]/g)].flatMap(([, from = '']) =>
    declared.some((one) => from === `./${one}.ts`) ? [] : [from],
  )
  if (foreign.length > 0) throw new Error(`Declarations of ${path} need ${foreign.join(', ')}`)
  return code.replaceAll(/(from ['"]\.\/[\w-]+)\.ts(['"])/g, '$1.js$2')
}

if (import.meta.main) await buildPackage(join(import.meta.dirname, 'dist'))
