import { isDefinedError, safe } from '@orpc/client'

/** The problem that a call ends with: its message with its data; the error itself where it is no problem. */
export async function catchProblem(call: Promise<unknown>): Promise<unknown> {
  const { error } = await safe(call)
  if (error === null || !isDefinedError(error)) return error
  // Every defined error of the contract is a problem.
  const { message, data } = error as { message: string; data: object }
  return { message, ...data }
}
