import { ModelFailure } from '../../kernel/language-model.ts'

/** A call that was not made, because a limit leaves no room for it. */
export class BudgetFailure extends ModelFailure {
  /** `run`, `task`, `experiment` or `day`. */
  readonly limitName: string

  constructor(limitName: string, message: string) {
    super('budget', message)
    this.limitName = limitName
  }
}
