import { Problem } from '../problem.ts'

/** Something in the file of an experiment that a person can mend. `path` leads to it. */
export class PlanFault extends Error {
  override readonly name = 'PlanFault'
  readonly path: readonly (string | number)[]

  constructor(path: PlanFault['path'], message: string) {
    super(message)
    this.path = path
  }

  /** Says of every problem that some planning ends with where in the file it comes from. */
  static async at<T>(path: PlanFault['path'], plan: () => Promise<T>): Promise<T> {
    try {
      return await plan()
    } catch (error) {
      if (!(error instanceof Problem) || error.code === 'storage') throw error
      const place = error.where === '' || error.message.includes(error.where) ? '' : ` (${error.where})`
      throw new PlanFault(path, `${error.message}${place}. ${error.hint}`)
    }
  }
}
