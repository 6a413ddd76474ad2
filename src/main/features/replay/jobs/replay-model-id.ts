/** The id under which a job asks for a model of a policy. */
export function replayModelId(policyId: string, profileId: string | null): string {
  return `${policyId} ${profileId ?? ''}`
}
