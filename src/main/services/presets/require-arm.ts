import type { ArmInfo } from '../../../shared/domain/arm.ts'
import { arms, findArm } from '../../engine/arms.ts'
import { Problem } from '../problem.ts'

/** The arm of an id; a problem that names the others where there is none. */
export function requireArm(id: string): ArmInfo {
  const arm = findArm(id)
  if (arm !== undefined) return arm
  throw new Problem({
    code: 'not-found',
    message: `There is no arm "${id}"`,
    where: 'arm',
    hint: `Choose one of: ${arms.map((known) => known.id).join(', ')}.`,
  })
}
