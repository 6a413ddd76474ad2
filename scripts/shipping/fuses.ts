import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'

/** State of a fuse that is on, as the wire has it. */
const on = '1'.charCodeAt(0)

/** The fuses of a packaged program by their names in `electronFuses`; whether each is on. */
export async function fusesOf(program: string): Promise<Readonly<Record<string, boolean>>> {
  const fuses = Object.entries(await getCurrentFuseWire(program)).flatMap(([index, state]) => {
    const name = FuseV1Options[Number(index)]
    return name === undefined
      ? []
      : [[name.charAt(0).toLowerCase() + name.slice(1), Number(state) === on] as const]
  })
  return Object.fromEntries(fuses)
}
