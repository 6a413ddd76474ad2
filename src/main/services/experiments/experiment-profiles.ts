import type { ExperimentFile } from '../../../shared/domain/experiment-file.ts'
import { extractiveProfileId } from '../../../shared/domain/model-profile.ts'
import { Problem } from '../problem.ts'
import { requireProfile } from '../require-profile.ts'
import type { CoreServices } from '../core-services.ts'

type ProfileServices = Pick<CoreServices, 'store' | 'models'>

/** A model that a variant asks. */
export type VariantModel = {
  readonly profileId: string
  readonly label: string
  /** False for the built-in summariser, which works in the thread of the run. */
  readonly isRemote: boolean
  /** Whether it may answer the same question in two ways. */
  readonly varies: boolean
}

/** The profile of a variant. A problem where it could not be asked: every cell would fail for the same reason. */
export async function requireVariantModel(
  services: ProfileServices,
  profileId: string,
): Promise<VariantModel> {
  if (profileId === extractiveProfileId)
    return { profileId, label: 'Extractive (built in)', isRemote: false, varies: false }
  const profile = await requireProfile(services.store, profileId)
  const { obstacle } = await services.models.describe(profile)
  if (obstacle !== '') throw unusable(profileId, obstacle)
  return { profileId, label: profile.name, isRemote: true, varies: profile.vendor !== 'recorded' }
}

/** The profile of the judge. A problem where metrics ask a model and none is named, or it could not be asked. */
export async function requireJudge(
  services: ProfileServices,
  judge: ExperimentFile['judge'],
): Promise<VariantModel> {
  if (judge === undefined || judge.profile === extractiveProfileId) {
    throw new Problem({
      code: 'bad-input',
      message: 'Some of the metrics ask a model, and the experiment names none that could answer',
      where: '',
      hint: 'Add `judge: { profile: <id of a profile> }`, or leave the groups probes, judge and next-action out.',
    })
  }
  return requireVariantModel(services, judge.profile)
}

function unusable(profileId: string, obstacle: string): Problem {
  return new Problem({
    code: 'bad-input',
    message: `The profile ${profileId} cannot be used`,
    where: profileId,
    hint: obstacle,
  })
}
