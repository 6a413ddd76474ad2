import { z } from 'zod'
import { method } from '../api/errors.ts'
import { sessionCopySchema, writtenSessionSchema, writtenStates } from './session-copy-types.ts'

/** Absolute paths. The copy is that of the whole session that the run condensed. */
const copyRequest = z.object({
  runId: z.string(),
  /** Folder to write into instead of the agent's own. */
  out: z.string().min(1).optional(),
  /** Folder to continue in instead of the one that the session worked in. */
  cwd: z.string().min(1).optional(),
})

/** Condensed copies of sessions that their agent continues. The original is only read. */
export const resumeContract = {
  /** Formats that can be written, with the agent and the version that took what was written; null where untried. */
  formats: method.output(
    z.array(z.object({ format: z.string(), agent: z.string(), triedWith: z.string().nullable() })),
  ),
  /** What would be written; nothing is. */
  plan: method.input(copyRequest).output(sessionCopySchema),
  write: method.input(copyRequest).output(writtenSessionSchema),
  /** Everything that was written, the newest first. */
  written: method.output(z.array(writtenSessionSchema.extend({ state: z.enum(writtenStates) }))),
  /** Fails where the agent has gone on with the copy, unless it is forced. */
  remove: method.input(z.object({ id: z.string(), isForced: z.boolean().optional() })).output(z.void()),
}
