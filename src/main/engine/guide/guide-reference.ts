import type { GuideReference } from '../../../shared/domain/guide.ts'
import { guideConstraints, guideScenarios, guideUsers } from './guide-cases.ts'
import { guidePoints } from './guide-points.ts'
import { guideTree } from './guide-tree.ts'

/** Everything in the guide besides questions and matrix. */
export const guideReference: GuideReference = {
  tree: guideTree,
  points: [...guidePoints],
  scenarios: [...guideScenarios],
  constraints: [...guideConstraints],
  users: [...guideUsers],
}
