import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { parse } from 'yaml'
import { z } from 'zod'

const configurationSchema = z.object({
  // The one option there that is no fuse.
  electronFuses: z.object({ resetAdHocDarwinSignature: z.literal(true) }).catchall(z.boolean()),
})

/** The fuses that a configuration of electron-builder names; whether each is to be on. Throws where it is another. */
export function wantedFuses(configuration: string): Readonly<Record<string, boolean>> {
  const { resetAdHocDarwinSignature: _signed, ...fuses } = configurationSchema.parse(
    parse(configuration),
  ).electronFuses
  return fuses
}

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
