import { commandClass } from './command-class.ts'
import { constraintClass } from './constraint-class.ts'
import { decisionClass } from './decision-class.ts'
import { errorClass } from './error-class.ts'
import type { FactClass } from './fact-class.ts'
import { openTaskClass } from './open-task-class.ts'
import { pathClass } from './path-class.ts'
import { quantityClass } from './quantity-class.ts'
import { symbolClass } from './symbol-class.ts'
import { urlClass } from './url-class.ts'
import { valueClass } from './value-class.ts'

/** Every class of facts; a new one is a file and a line here. */
export const factClasses: readonly FactClass[] = [
  pathClass,
  symbolClass,
  urlClass,
  errorClass,
  quantityClass,
  commandClass,
  decisionClass,
  constraintClass,
  openTaskClass,
  valueClass,
]
