/** Professions a submission may name (specification, KYC start). */
export const professions = [
  'EMPLOYEE', 'ENTREPRENEUR', 'MANAGER', 'NURSE', 'STUDENT', 'PHYSICIST', 'EXECUTIVE', 'HOUSEWORK', 'ENGINEER',
  'RETIRED', 'MEASURED', 'NOT_SPECIFIED', 'OPERATOR', 'PENSIONER', 'POLITICIAN', 'PRODUCTION', 'PROFESSIONAL',
  'TEACHER', 'OWNER', 'PSYCHOLOGIST', 'PUBLIC_RELATIONS', 'LEGAL_REPRESENTATIVE', 'MR', 'MRS', 'SUPERVISOR',
  'TECHNICIAN', 'TRANSPORTER', 'SALES',
] as const; // biome-ignore format: names, not statements
