import type { ArmInfo } from '../../../shared/methods/arm-types.ts'
import { arms, findArm } from '../../methods/arms.ts'
import { Problem } from '../common/problem.ts'
import { nameNearest } from '../experiments/compute/name-nearest.ts'

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
