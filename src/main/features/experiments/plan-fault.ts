import { append } from '../../../shared/kernel/append.ts'
import { Problem } from '../common/problem.ts'

/** Something in the file of an experiment that a person can mend; `path` leads to it. */
export type PlanIssue = { readonly path: readonly (string | number)[]; readonly message: string }

/** All that was found wrong with what a file names. */
export class PlanFault extends Error {
  override readonly name = 'PlanFault'
  readonly issues: readonly PlanIssue[]

  constructor(issues: readonly PlanIssue[]) {
    super(issues.map(({ message }) => message).join(' '))
    this.issues = issues
  }
}

/** Plans piece by piece, and finds every fault before it gives up. */
export type FaultCollector = {
  /** What some planning gives; null, and its fault noted, where it ends with a problem. */
  readonly try: <T>(path: PlanIssue['path'], plan: () => Promise<T>) => Promise<T | null>
  /** Throws a `PlanFault` where anything was noted. */
  readonly end: () => void
}

/** A collector of faults. Failures of Dewpoint itself are thrown at once. */
export function createFaultCollector(): FaultCollector {
  const issues: PlanIssue[] = []
  return {
    try: async (path, plan) => {
      try {
        return await plan()
      } catch (error) {
        if (error instanceof PlanFault) {
          append(issues, error.issues)
          return null
        }
        if (!(error instanceof Problem) || error.code === 'storage') throw error
        issues.push({ path, message: formatProblem(error) })
        return null
      }
    },
    end: () => {
      if (issues.length > 0) throw new PlanFault(issues)
    },
  }
}

function formatProblem({ message, where, hint }: Problem): string {
  const place = where === '' || message.includes(where) ? '' : ` (${where})`
  return `${message}${place}. ${hint}`
}
