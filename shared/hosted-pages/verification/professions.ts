import type { Language } from '#shared/hosted-pages/language';
import type { professions } from '#shared/identity/domain/professions';

type Profession = (typeof professions)[number];

/** Occupations as people read them. */
export const professionNames: Readonly<Record<Language, Readonly<Record<Profession, string>>>> = {
  en: {
    EMPLOYEE: 'Employee', ENTREPRENEUR: 'Entrepreneur', MANAGER: 'Manager', NURSE: 'Nurse', STUDENT: 'Student',
    PHYSICIST: 'Physicist', EXECUTIVE: 'Executive', HOUSEWORK: 'Housework', ENGINEER: 'Engineer', RETIRED: 'Retired',
    MEASURED: 'Surveyor', NOT_SPECIFIED: 'Not specified', OPERATOR: 'Operator', PENSIONER: 'Pensioner',
    POLITICIAN: 'Politician', PRODUCTION: 'Production', PROFESSIONAL: 'Professional', TEACHER: 'Teacher',
    OWNER: 'Owner', PSYCHOLOGIST: 'Psychologist', PUBLIC_RELATIONS: 'Public relations',
    LEGAL_REPRESENTATIVE: 'Legal representative', MR: 'Mr', MRS: 'Mrs', SUPERVISOR: 'Supervisor',
    TECHNICIAN: 'Technician', TRANSPORTER: 'Transport', SALES: 'Sales',
  },
  es: {
    EMPLOYEE: 'Empleado', ENTREPRENEUR: 'Empresario', MANAGER: 'Gerente', NURSE: 'Enfermería', STUDENT: 'Estudiante',
    PHYSICIST: 'Físico', EXECUTIVE: 'Ejecutivo', HOUSEWORK: 'Hogar', ENGINEER: 'Ingeniería', RETIRED: 'Jubilado',
    MEASURED: 'Topografía', NOT_SPECIFIED: 'Sin especificar', OPERATOR: 'Operador', PENSIONER: 'Pensionado',
    POLITICIAN: 'Política', PRODUCTION: 'Producción', PROFESSIONAL: 'Profesionista', TEACHER: 'Docencia',
    OWNER: 'Propietario', PSYCHOLOGIST: 'Psicología', PUBLIC_RELATIONS: 'Relaciones públicas',
    LEGAL_REPRESENTATIVE: 'Representante legal', MR: 'Señor', MRS: 'Señora', SUPERVISOR: 'Supervisor',
    TECHNICIAN: 'Técnico', TRANSPORTER: 'Transporte', SALES: 'Ventas',
  },
}; // biome-ignore format: texts side by side
