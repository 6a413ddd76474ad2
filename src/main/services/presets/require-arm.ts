import type { ArmInfo } from '../../../shared/domain/arm.ts'
import { arms, findArm } from '../../engine/arms.ts'
import { nameNearest } from '../../experiments/name-nearest.ts'
import { Problem } from '../problem.ts'

/** The arm of an id; a problem that names the others where there is none. */
export function requireArm(id: string): ArmInfo {
  const arm = findArm(id)
  if (arm !== undefined) return arm
  const ids = arms.map((known) => known.id)
  throw new Problem({
    code: 'not-found',
    message: `There is no arm "${id}"${nameNearest(id, ids)}`,
    where: 'arm',
    hint: `Choose one of: ${ids.join(', ')}.`,
  })
}
