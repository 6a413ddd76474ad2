/** Code of the warning of a cell whose judge gave no answer that could be used; another time it may. */
export const judgeUnusable = 'judge-unusable'
