/** Where functions of `node:zlib` that unpack may be used: in one file, where each has a limit of what comes out. */

const modules = ['zlib', 'node:zlib']
const unpacking = /decompress|gunzip|unzip|inflate/i
const guarded = 'src/main/platform/files/unpack.ts'
const isTest = /\.test\.tsx?$|\/testing\//

/** Says why a file may not import these names from a module, or returns null where it may; as `writeFault` does. */
export function unpackFault(file: string, module: string, names: readonly string[]): string | null {
  if (!/^(?:src|packages)\//.test(file) || file === guarded || isTest.test(file)) return null
  if (!modules.includes(module)) return null
  const found = names.find((name) => name === '*' || unpacking.test(name))
  if (found === undefined) return null
  const what = found === '*' ? `${module} as a whole` : found
  return `${what} unpacks without a limit, and only ${guarded} unpacks: use what is there`
}
