enum EvidenceModule {}
