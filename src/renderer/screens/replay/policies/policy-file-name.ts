/** The name of the file that is saved, which the command names too. */
export const policyFileName = 'replay-policies.yaml'
