/** Changes with each change of the text below. */
export const AGREEMENT_VERSION = '2026-11';

/**
 * The business associate agreement, after the sample provisions of the U.S. Department of Health and Human Services
 * (25 January 2013). Lines that begin with a number are headings.
 * @param provider who runs the service
 */
export const agreementText = (provider: string): string => `Business Associate Agreement, version ${AGREEMENT_VERSION}

This agreement is between ${provider} ("Business Associate") and the organization that accepts it ("Covered Entity"). It adds to the terms under which Business Associate converts and analyzes documents for Covered Entity, and comes before them where they differ.

1. Definitions

Terms that are used here and in the HIPAA Rules (45 CFR Parts 160 and 164) have the meaning that they have there: breach, data aggregation, designated record set, disclosure, health care operations, individual, minimum necessary, protected health information, required by law, Secretary, security incident, subcontractor, unsecured protected health information, and use.

2. Obligations of Business Associate

Business Associate will not use or disclose protected health information other than as this agreement permits or requires, or as required by law.

Business Associate will use appropriate safeguards, and comply with Subpart C of 45 CFR Part 164 with respect to electronic protected health information, to prevent use or disclosure other than as this agreement provides for.

Business Associate will report to Covered Entity any use or disclosure that this agreement does not provide for of which it becomes aware, including breaches of unsecured protected health information as required by 45 CFR 164.410, and any security incident of which it becomes aware, without unreasonable delay and no later than ten days after it was discovered.

Business Associate will ensure, in accordance with 45 CFR 164.502(e)(1)(ii) and 164.308(b)(2), that subcontractors that create, receive, maintain or transmit protected health information on its behalf agree to the same restrictions, conditions and requirements.

Business Associate will make protected health information in a designated record set available to Covered Entity as necessary to satisfy 45 CFR 164.524, make amendments to it as necessary to satisfy 45 CFR 164.526, and maintain and make available the information required to provide an accounting of disclosures as necessary to satisfy 45 CFR 164.528.

To the extent that Business Associate is to carry out an obligation of Covered Entity under Subpart E of 45 CFR Part 164, it will comply with the requirements of Subpart E that apply to Covered Entity in the performance of that obligation.

Business Associate will make its internal practices, books and records available to the Secretary for purposes of determining compliance with the HIPAA Rules.

3. Permitted uses and disclosures

Business Associate may use and disclose protected health information only as necessary to perform the services that Covered Entity requests, and as required by law. It will make uses, disclosures and requests consistent with the minimum necessary standard. It may not use or disclose protected health information in a manner that would violate Subpart E of 45 CFR Part 164 if done by Covered Entity.

4. Obligations of Covered Entity

Covered Entity will notify Business Associate of any limitation in its notice of privacy practices, any change in or revocation of the permission of an individual, and any restriction that it has agreed to, to the extent that these may affect the use or disclosure of protected health information by Business Associate.

Covered Entity will put no protected health information into names, labels, tags, addresses and templates, which are kept, and will keep the HIPAA profile of its organization on as long as it sends protected health information.

5. Term and termination

This agreement is in force from its acceptance until the services end. Covered Entity may terminate it if Business Associate has violated a material term and has not cured the violation within thirty days.

When this agreement ends, Business Associate will return or destroy all protected health information that it received from Covered Entity, or created, maintained or received on its behalf, and keep no copies. Where that is not feasible it will extend the protections of this agreement to that information, and limit further uses and disclosures to those purposes that make return or destruction infeasible. This obligation survives the agreement.

6. Other provisions

A reference to a section of the HIPAA Rules means the section as in effect. The parties will amend this agreement as necessary to comply with the HIPAA Rules and other law. Any ambiguity is interpreted to permit compliance with the HIPAA Rules.
`;
